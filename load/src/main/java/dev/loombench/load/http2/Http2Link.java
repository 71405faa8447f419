package dev.loombench.load.http2;

import static java.util.Objects.requireNonNull;

import dev.loombench.events.EventReader;
import dev.loombench.http2.ClientConnection;
import dev.loombench.http2.ConnectionBuffers;
import dev.loombench.http2.ConnectionFault;
import dev.loombench.http2.ErrorCode;
import dev.loombench.load.record.FirstPart;
import dev.loombench.load.request.EncodedRequest;
import dev.loombench.load.result.ErrorKind;
import dev.loombench.load.transport.IdQueue;
import dev.loombench.load.transport.Transport;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// A connection of HTTP/2 with its slots, opened as soon as one of them is to be open.
final class Http2Link implements ClientConnection.Events {
    /// The pause after a connection that had no response; each further one in a row doubles it.
    private static final long FIRST_PAUSE_NANOS = 10_000_000;

    private static final long MAX_PAUSE_NANOS = 1_000_000_000;

    private static final int FIRST_OUTPUT_BYTES = 512;

    /// Longer than the header block of any request.
    private static final int MAX_OUTPUT_BYTES = 64 * 1024;

    private static final String H2 = "h2";
    private static final int HTTP_OK = 200;

    private enum State {
        CLOSED,
        /// Waits before it is opened again.
        DELAYED,
        CONNECTING,
        /// Open; the server's settings have not come.
        OPEN,
        READY,
        /// Takes no further streams.
        DRAINING
    }

    private enum SlotState {
        CLOSED,
        /// To be open.
        CONNECTING,
        OPEN
    }

    private final Http2Transport transport;
    private final Transport under;
    private final ConnectionBuffers buffers;
    private final int id;
    private final SlotState[] slots;

    /// Whether a slot was to be open when the connection was lost.
    private final boolean[] marked;

    /// Slots whose requests wait for a stream.
    private final IdQueue waiting;

    private final @Nullable EncodedRequest[] requests;

    /// [slots] of their responses; empty where they are not of gRPC.
    private final MessageFraming[] framing;

    /// [slots] of their responses; empty where they are no server-sent events.
    private final EventReader[] readers;

    private State state = State.CLOSED;
    private @Nullable ClientConnection connection;
    private @Nullable EncodedRequest output;
    private long connectStart;
    private long openAtNanos;

    /// Connections in a row without a response.
    private int fruitless;

    private boolean responded;

    /// The code with which the server has announced the end of the connection; null before.
    private @Nullable ErrorCode goAway;

    /// Whether an event follows once what is being sent has left.
    private boolean sentIsReported;

    /// The fault that ends the connection once its last frame is sent.
    private @Nullable ConnectionFault fault;

    Http2Link(
            Http2Transport transport,
            Transport under,
            ConnectionBuffers buffers,
            int id,
            int slots,
            FirstPart part) {
        this.transport = transport;
        this.under = under;
        this.buffers = buffers;
        this.id = id;
        this.slots = new SlotState[slots];
        Arrays.fill(this.slots, SlotState.CLOSED);
        marked = new boolean[slots];
        requests = new EncodedRequest[slots];
        waiting = new IdQueue(slots);
        framing = new MessageFraming[part == FirstPart.MESSAGE ? slots : 0];
        Arrays.setAll(framing, _ -> new MessageFraming());
        readers = new EventReader[part == FirstPart.EVENT ? slots : 0];
        Arrays.setAll(readers, _ -> new EventReader());
    }

    int id() {
        return id;
    }

    long openAtNanos() {
        return openAtNanos;
    }

    /// Whether it is being opened; it is open once the server's settings have come.
    boolean isOpening() {
        return state == State.CONNECTING || state == State.OPEN;
    }

    /// When the last attempt to open it began.
    long connectStart() {
        return connectStart;
    }

    // Operations on slots.

    void connect(int slot) {
        slots[slot] = SlotState.CONNECTING;
        switch (state) {
            case READY -> transport.reportSoon(id, slot);
            case CLOSED -> transport.serveSoon(id);
            case DELAYED, CONNECTING, OPEN, DRAINING -> {
                // Open soon.
            }
        }
    }

    boolean sendsAtOnce() {
        return state == State.READY && waiting.isEmpty() && live().hasRoom();
    }

    void send(int slot, EncodedRequest request) {
        if (sendsAtOnce()) {
            open(slot, request);
        } else {
            requests[slot] = request;
            waiting.offer(slot);
        }
        transport.serveSoon(id);
    }

    private void open(int slot, EncodedRequest request) {
        if (framing.length > 0) {
            framing[slot].reset();
        }
        if (readers.length > 0) {
            readers[slot].reset();
        }
        live().open(
                        slot,
                        request.memory(),
                        request.headLength(),
                        request.length(),
                        request.isHead());
    }

    boolean isSending(int slot) {
        return connection != null && connection.isSending(slot);
    }

    /// @param withConnection whether the connection is closed too
    void close(int slot, boolean withConnection) {
        slots[slot] = SlotState.CLOSED;
        forget(slot);
        var current = connection;
        if (current != null) {
            current.reset(slot, ErrorCode.CANCEL);
            if (withConnection && state == State.READY) {
                current.goAway(ErrorCode.NO_ERROR);
                state = State.DRAINING;
            }
        }
        transport.serveSoon(id);
    }

    private void forget(int slot) {
        if (requests[slot] == null) {
            return;
        }
        for (int n = waiting.size(); n > 0; n--) {
            int other = waiting.poll();
            if (other != slot) {
                waiting.offer(other);
            }
        }
        requests[slot] = null;
    }

    ErrorKind openingTimeout() {
        return state == State.OPEN ? ErrorKind.HTTP2_TIMEOUT : under.openingTimeout(id);
    }

    // During await.

    void reportOpened(int slot) {
        if (slots[slot] == SlotState.CONNECTING && state == State.READY) {
            slots[slot] = SlotState.OPEN;
            transport.events().opened(transport.global(id, slot));
        }
    }

    /// Does what operations and events have asked of the connection.
    void serve(long now) {
        switch (state) {
            case CLOSED -> openIfNeeded(now);
            case DELAYED -> {}
            case CONNECTING, OPEN -> {
                flush();
                if (!isNeeded()) {
                    abandon();
                }
            }
            case READY -> {
                if (live().isGoingAway()) {
                    drain();
                }
                startWaiting();
                flush();
            }
            case DRAINING -> {
                flush();
                boolean done = live().active() == 0 && !live().hasOutput();
                if (done && fault == null && !isSending()) {
                    lost(ErrorKind.CLOSED_EARLY, true);
                }
            }
        }
        finishFault();
    }

    private boolean isNeeded() {
        for (var slot : slots) {
            if (slot != SlotState.CLOSED) {
                return true;
            }
        }
        return false;
    }

    void openIfNeeded(long now) {
        if (state == State.DELAYED) {
            state = State.CLOSED;
        }
        if (state != State.CLOSED) {
            return;
        }
        if (!isNeeded()) {
            transport.connectNext();
            return;
        }
        if (fruitless > 0 && openAtNanos - now > 0) {
            state = State.DELAYED;
            transport.openLater(id);
            return;
        }
        if (!transport.mayConnect(id)) {
            return;
        }
        state = State.CONNECTING;
        sentIsReported = false;
        connectStart = now;
        responded = false;
        under.connect(id);
        transport.limitOpening(id);
    }

    /// Closes a connection that is not open in time.
    void giveUp() {
        lost(openingTimeout(), false);
    }

    /// Closes a connection that is not open yet and that no slot waits for.
    private void abandon() {
        if (connection != null) {
            connection.close();
            connection = null;
        }
        leaveConnecting();
        state = State.CLOSED;
        under.close(id);
    }

    private void leaveConnecting() {
        if (state == State.CONNECTING) {
            transport.connected();
        }
    }

    private void startWaiting() {
        while (!waiting.isEmpty() && live().hasRoom()) {
            int slot = waiting.poll();
            var request = requireNonNull(requests[slot]);
            requests[slot] = null;
            open(slot, request);
            transport.events().started(transport.global(id, slot));
        }
    }

    private void flush() {
        var current = connection;
        if (current == null) {
            return;
        }
        while (current.hasOutput() && !isSending()) {
            var out = output(current.outputBytes());
            int count = current.write(out.memory());
            if (count == 0) {
                return;
            }
            out.setLength(count);
            under.sendTracked(id, out);
            sentIsReported = under.isSending(id);
        }
    }

    /// Whether the connection still sends. What TLS sends by itself is not reported, so that the
    /// connection is served again until that has left.
    private boolean isSending() {
        boolean sending = under.isSending(id);
        if (sending && !sentIsReported) {
            transport.serveSoon(id);
        }
        return sending;
    }

    /// Handles that the last frames have left.
    void sent() {
        sentIsReported = false;
        transport.serveSoon(id);
    }

    /// Memory for this many bytes, as far as one send may have them.
    private EncodedRequest output(long bytes) {
        int wanted = Math.clamp(bytes, FIRST_OUTPUT_BYTES, MAX_OUTPUT_BYTES);
        var present = output;
        if (present == null || present.memory().byteSize() < wanted) {
            int size = Integer.highestOneBit(wanted - 1) << 1;
            present = EncodedRequest.over(Arena.ofAuto().allocate(size));
            output = present;
        }
        return present;
    }

    /// The connection of a state that has one.
    private ClientConnection live() {
        return requireNonNull(connection);
    }

    // Events of the other transport.

    void opened() {
        if (under.handshake(id) != null && !under.applicationProtocol(id).equals(H2)) {
            lost(ErrorKind.TLS_ALPN, false);
            return;
        }
        leaveConnecting();
        state = State.OPEN;
        connection = new ClientConnection(slots.length, buffers, this);
        transport.serveSoon(id);
    }

    void received(ByteBuffer bytes) {
        var current = connection;
        if (current == null) {
            return;
        }
        current.receive(bytes);
        if (connection == current && (current.hasOutput() || hasWork(current))) {
            transport.serveSoon(id);
        }
    }

    private boolean hasWork(ClientConnection current) {
        return !waiting.isEmpty() || current.isGoingAway() || fault != null;
    }

    /// Handles that the server closed the connection, or that it failed. A fault that came before,
    /// or an error that the server has sent, is the reason.
    ///
    /// @param ended whether the server closed its side
    void closedByServer(ErrorKind error, boolean ended) {
        var ending = fault;
        if (ending != null) {
            lost(errorOf(ending), false);
        } else {
            lost(isError(goAway) ? errorOf(requireNonNull(goAway)) : error, ended);
        }
    }

    private static ErrorKind errorOf(ErrorCode goAway) {
        return goAway == ErrorCode.HTTP_1_1_REQUIRED ? ErrorKind.HTTP1_ONLY : ErrorKind.GO_AWAY;
    }

    private static boolean isError(@Nullable ErrorCode code) {
        return code != null && code != ErrorCode.NO_ERROR;
    }

    /// Closes the connection, and reports what that means for its slots.
    private void lost(ErrorKind error, boolean ended) {
        boolean wasOpen = state == State.READY || state == State.DRAINING;
        boolean wanted = state == State.DRAINING;
        var old = connection;
        if (old != null) {
            old.close();
        }
        connection = null;
        fault = null;
        goAway = null;
        leaveConnecting();
        state = State.CLOSED;
        under.close(id);
        fruitless = responded ? 0 : fruitless + 1;
        openAtNanos = under.ticker().nanoTime() + pauseNanos();
        var events = transport.events();
        if (wasOpen) {
            events.connectionClosed();
        }
        for (int slot = 0; slot < slots.length; slot++) {
            marked[slot] = slots[slot] == SlotState.CONNECTING;
        }
        for (int slot = 0; slot < slots.length; slot++) {
            report(slot, old, wanted, error, ended);
        }
        transport.serveSoon(id);
    }

    /// @param wanted whether the connection was to be closed, so that a slot that is to be open
    ///   waits for the next one
    private void report(
            int slot,
            @Nullable ClientConnection old,
            boolean wanted,
            ErrorKind error,
            boolean ended) {
        var events = transport.events();
        int outer = transport.global(id, slot);
        switch (slots[slot]) {
            case CLOSED -> {}
            case CONNECTING -> {
                if (marked[slot] && !wanted) {
                    slots[slot] = SlotState.CLOSED;
                    events.broken(outer, error);
                }
            }
            case OPEN -> {
                if (requests[slot] != null) {
                    if (!wanted) {
                        forget(slot);
                        events.refused(outer);
                    }
                } else if (old != null && old.isActive(slot)) {
                    events.broken(outer, error);
                } else if (ended) {
                    events.ended(outer);
                } else {
                    events.broken(outer, error);
                }
            }
        }
    }

    private long pauseNanos() {
        if (fruitless == 0) {
            return 0;
        }
        return Math.min(MAX_PAUSE_NANOS, FIRST_PAUSE_NANOS << Math.min(fruitless - 1, 7));
    }

    private void finishFault() {
        var ending = fault;
        if (ending == null || isSending()) {
            return;
        }
        lost(errorOf(ending), false);
    }

    private static ErrorKind errorOf(ConnectionFault fault) {
        return switch (fault.kind()) {
            case MALFORMED -> ErrorKind.MALFORMED;
            case TOO_LARGE -> ErrorKind.TOO_LARGE;
            case HTTP1 -> ErrorKind.HTTP1_ONLY;
        };
    }

    // Events of the connection.

    @Override
    public void ready() {
        state = State.READY;
        var events = transport.events();
        long took = under.ticker().nanoTime() - connectStart;
        events.connectionOpened(took, under.handshake(id), live().peerLimit());
        startWaiting();
        for (int slot = 0; slot < slots.length; slot++) {
            reportOpened(slot);
        }
    }

    @Override
    public void limited(long peerLimit) {
        if (state == State.READY) {
            transport.events().limited(peerLimit);
        }
    }

    @Override
    public void responding(int slot) {
        transport.events().responding(transport.global(id, slot));
    }

    @Override
    public void content(int slot, ByteBuffer piece) {
        boolean isRead = framing.length > 0 || readers.length > 0;
        if (!isRead || live().status(slot) != HTTP_OK) {
            return; // that of another status is neither messages of gRPC nor events
        }
        if (framing.length > 0) {
            readMessages(slot, piece);
        } else {
            readEvents(slot, piece);
        }
    }

    private void readMessages(int slot, ByteBuffer piece) {
        boolean isFirst = framing[slot].messages() == 0;
        framing[slot].read(piece);
        if (isFirst && framing[slot].messages() > 0) {
            transport.events().firstMessage(transport.global(id, slot));
        }
    }

    private void readEvents(int slot, ByteBuffer piece) {
        int from = piece.position();
        int count = readers[slot].read(piece);
        piece.position(from);
        if (count > 0) {
            markResponded(); // the stream may have no end
            transport.events().events(transport.global(id, slot), count);
        }
    }

    private void markResponded() {
        responded = true;
        fruitless = 0;
    }

    @Override
    public void responded(int slot, int status, int grpcStatus, boolean early) {
        markResponded();
        boolean keep = state == State.READY;
        int outer = transport.global(id, slot);
        // A server that fails within a message says so by its status.
        boolean isGood = status == HTTP_OK && grpcStatus == 0;
        if (framing.length > 0 && isGood && !framing[slot].isBetweenMessages()) {
            transport.events().broken(outer, ErrorKind.MALFORMED);
            return;
        }
        transport.events().responded(outer, status, grpcStatus, early, keep);
    }

    @Override
    public void reset(int slot, ErrorCode code) {
        transport.events().streamReset(transport.global(id, slot), code);
    }

    @Override
    public void refused(int slot) {
        transport.events().refused(transport.global(id, slot));
    }

    @Override
    public void malformed(int slot, String found) {
        transport.events().broken(transport.global(id, slot), ErrorKind.MALFORMED);
    }

    @Override
    public void goingAway(ErrorCode code) {
        boolean isAnnounced = goAway != null;
        if (state != State.READY && !isAnnounced) {
            return; // the load closes it
        }
        if (isError(code) && !isError(goAway)) {
            transport.events().goAwayError(code);
        }
        goAway = isError(goAway) ? goAway : code;
        if (!isAnnounced) {
            transport.events().goingAway();
            drain();
        }
    }

    @Override
    public void failed(ConnectionFault found) {
        fault = found;
    }

    /// Takes no further streams: slots without a request are closed, those with one go on.
    private void drain() {
        state = State.DRAINING;
        var current = live();
        for (int slot = 0; slot < slots.length; slot++) {
            boolean isFree =
                    slots[slot] == SlotState.OPEN
                            && requests[slot] == null
                            && !current.isActive(slot);
            if (isFree) {
                transport.events().ended(transport.global(id, slot));
            }
        }
        transport.serveSoon(id);
    }
}

package dev.loombench.load.http2;

import static java.util.Objects.requireNonNull;

import dev.loombench.http2.ClientConnection;
import dev.loombench.http2.ConnectionBuffers;
import dev.loombench.http2.ConnectionFault;
import dev.loombench.http2.ErrorCode;
import dev.loombench.load.record.FirstPart;
import dev.loombench.load.request.EncodedRequest;
import dev.loombench.load.result.ErrorKind;
import dev.loombench.load.transport.Transport;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// A connection of HTTP/2 with its slots, opened as soon as one of them is to be open.
final class Http2Link extends StreamReports {
    private static final String H2 = "h2";

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

    private final Transport under;
    private final ConnectionBuffers buffers;
    private final LinkSlots slots;
    private final LinkOutput output;
    private final EndReason end = new EndReason();

    private State state = State.CLOSED;
    private @Nullable ClientConnection connection;
    private long connectStart;

    /// Whether another connection has taken its place, while it serves its last streams.
    private boolean replaced;

    Http2Link(
            Http2Transport transport,
            Transport under,
            ConnectionBuffers buffers,
            int id,
            int slots,
            FirstPart part) {
        super(transport, id, slots, part);
        this.under = under;
        this.buffers = buffers;
        this.slots = new LinkSlots(transport, id, slots, content, liveness);
        output = new LinkOutput(transport, under, id);
    }

    int id() {
        return id;
    }

    /// When it is to be served again at the latest: at the end of the pause before it is opened, or
    /// of the time that the frame which states a fault, or the server for a sign, has.
    long dueNanos() {
        if (end.fault() != null) {
            return end.farewellEndNanos();
        }
        return awaitsSign() ? liveness.endNanos() : pause.endNanos();
    }

    /// Whether it is being opened; it is open once the server's settings have come.
    boolean isOpening() {
        return state == State.CONNECTING || state == State.OPEN;
    }

    /// When the last attempt to open it began.
    long connectStart() {
        return connectStart;
    }

    /// Whether it has had a response since it was opened last.
    boolean hasResponse() {
        return pause.hasResponse();
    }

    // Operations on slots.

    void connect(int slot) {
        slots.connect(slot);
        switch (state) {
            case READY -> transport.reportSoon(id, slot);
            case CLOSED -> transport.serveSoon(id);
            case DELAYED, CONNECTING, OPEN, DRAINING -> {} // open soon
        }
    }

    boolean sendsAtOnce() {
        return state == State.READY && !slots.hasWaiting() && live().hasRoom();
    }

    void send(int slot, EncodedRequest request) {
        if (sendsAtOnce()) {
            slots.open(live(), slot, request);
        } else {
            slots.offer(slot, request);
        }
        transport.serveSoon(id);
    }

    /// Takes over an open slot with a request that waits, from the connection that was replaced.
    void take(int slot, EncodedRequest request) {
        slots.take(slot, request);
        transport.serveSoon(id);
    }

    boolean isSending(int slot) {
        return connection != null && connection.isSending(slot);
    }

    /// Whether another slot is open or to be open.
    boolean hasOthersThan(int slot) {
        return slots.hasOthersThan(slot);
    }

    /// @param withConnection whether the connection is closed too, unless others need it
    void close(int slot, boolean withConnection) {
        slots.close(slot);
        var current = connection;
        if (current != null) {
            boolean isDoubtful =
                    end.fault() == null && current.isActive(slot) && liveness.isDoubtful(slot);
            current.reset(slot, ErrorCode.CANCEL);
            if (withConnection && state == State.READY && !slots.isNeeded()) {
                current.goAway(ErrorCode.NO_ERROR);
                state = State.DRAINING;
            } else if (isDoubtful) {
                current.ping();
                liveness.asked(under.ticker().nanoTime() + transport.openingNanos());
            }
        }
        transport.serveSoon(id);
    }

    ErrorKind openingTimeout() {
        return state == State.OPEN ? ErrorKind.HTTP2_TIMEOUT : under.openingTimeout(id);
    }

    // During await.

    void reportOpened(int slot) {
        if (state == State.READY) {
            slots.reportOpened(slot);
        }
    }

    /// Does what operations and events have asked of the connection.
    void serve(long now) {
        switch (state) {
            case CLOSED, DELAYED -> openIfNeeded(now);
            case CONNECTING, OPEN -> {
                output.flush(connection);
                if (!slots.isNeeded()) {
                    shut();
                }
            }
            case READY -> {
                if (live().isGoingAway()) {
                    drain();
                }
                slots.startWaiting(live());
                output.flush(connection);
            }
            case DRAINING -> {
                if (live().active() > 0 && live().isGoingAway()) {
                    replace(); // once it has had its first response
                }
                output.flush(connection);
                boolean done = live().active() == 0 && !live().hasOutput();
                if (done && end.fault() == null && !output.isSending()) {
                    lost(ErrorKind.CLOSED_EARLY, true);
                }
            }
        }
        finishFault(now);
        if (awaitsSign()) {
            closeIfGone();
        }
    }

    /// Whether the server was asked for a sign that it is there, and has sent nothing since.
    private boolean awaitsSign() {
        return connection != null && end.fault() == null && liveness.waits();
    }

    /// Closes a connection whose server is gone, as the kernel would some day.
    private void closeIfGone() {
        if (!liveness.isGone(transport.readNanos())) {
            transport.serveLater(id);
            return;
        }
        if (!replaced) { // else it counts as closed
            transport.handler().connectionTimedOut();
        }
        lost(ErrorKind.RESET, false);
    }

    private void openIfNeeded(long now) {
        state = State.CLOSED; // the pause may be over
        if (!slots.isNeeded()) {
            transport.connectNext();
            return;
        }
        if (!pause.isOver(now)) {
            state = State.DELAYED;
            transport.serveLater(id);
            return;
        }
        if (!transport.mayConnect(id)) {
            return;
        }
        state = State.CONNECTING;
        connectStart = now;
        output.opening();
        pause.opening();
        liveness.opening();
        under.connect(id);
        transport.limitOpening(id);
    }

    /// Closes a connection that is not open in time.
    ///
    /// @param fails whether slots that wait for it fail; otherwise they wait for the next one
    void giveUp(boolean fails) {
        lost(openingTimeout(), false, !fails);
    }

    /// Closes the connection, in any state.
    private void shut() {
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

    void sent() {
        output.sent();
    }

    @Override
    ClientConnection live() {
        return requireNonNull(connection);
    }

    @Override
    boolean isReady() {
        return state == State.READY;
    }

    // Events of the other transport.

    void opened() {
        if (under.handshake(id) != null && !under.applicationProtocol(id).equals(H2)) {
            lost(ErrorKind.TLS_ALPN, false);
            return;
        }
        leaveConnecting();
        state = State.OPEN;
        connection = new ClientConnection(slots.count(), buffers, this);
        transport.serveSoon(id);
    }

    void received(ByteBuffer bytes) {
        var current = connection;
        if (current == null) {
            return;
        }
        liveness.received();
        current.receive(bytes);
        if (connection == current && (current.hasOutput() || hasWork(current))) {
            transport.serveSoon(id);
        }
    }

    private boolean hasWork(ClientConnection current) {
        return slots.hasWaiting() || current.isGoingAway() || end.fault() != null;
    }

    /// Handles that the server closed the connection, or that it failed. A fault that came before,
    /// or an error that the server has sent, is the reason.
    ///
    /// @param ended whether the server closed its side
    void closedByServer(ErrorKind error, boolean ended) {
        lost(end.errorOr(error), ended && end.fault() == null);
    }

    private void lost(ErrorKind error, boolean ended) {
        lost(error, ended, state == State.DRAINING);
    }

    /// Closes the connection, and reports what that means for its slots.
    ///
    /// @param wanted whether slots that wait for a connection wait for the next one
    private void lost(ErrorKind error, boolean ended, boolean wanted) {
        boolean wasOpen = state == State.READY || (state == State.DRAINING && !replaced);
        var old = connection;
        shut();
        end.clear();
        pause.begin(under.ticker().nanoTime());
        if (wasOpen) {
            transport.handler().connectionClosed();
        }
        slots.reportLost(old, wanted, error, ended);
        if (replaced && !slots.isNeeded()) {
            replaced = false;
            transport.release(id);
        }
        transport.serveSoon(id);
    }

    private void finishFault(long now) {
        var fault = end.fault();
        if (fault != null && output.isSending() && end.farewellEndNanos() - now > 0) {
            transport.serveLater(id);
        } else if (fault != null) {
            lost(fault, false);
        }
    }

    // Events of the connection.

    @Override
    public void ready() {
        state = State.READY;
        long took = under.ticker().nanoTime() - connectStart;
        transport.handler().connectionOpened(took, under.handshake(id), live().peerLimit());
        slots.startWaiting(live());
        for (int slot = 0; slot < slots.count(); slot++) {
            reportOpened(slot);
        }
    }

    @Override
    public void limited(long peerLimit) {
        if (state == State.READY) {
            transport.handler().limited(peerLimit);
        }
    }

    @Override
    public void goingAway(ErrorCode code, String words) {
        boolean isAnnounced = end.isAnnounced();
        if (state != State.READY && !isAnnounced) {
            return; // the load closes it
        }
        transport.handler().fault(ErrorKind.GO_AWAY, words);
        if (end.announce(code)) {
            transport.handler().goAwayError(code);
        }
        if (!isAnnounced) {
            transport.handler().goingAway();
            drain();
        }
    }

    @Override
    public void failed(ConnectionFault found) {
        end.fail(found, under.ticker().nanoTime());
        if (found.kind() != ConnectionFault.Kind.HTTP1) { // which says all
            transport.handler().fault(requireNonNull(end.fault()), found.found());
        }
    }

    /// Takes no further streams: slots without a request are closed, those with one go on. Where
    /// another connection takes its place, it counts as closed, and nothing waits for its end. One
    /// without any response is not replaced, as its server may respond to none.
    private void drain() {
        state = State.DRAINING;
        replace();
        slots.endFree(live());
        transport.serveSoon(id);
    }

    private void replace() {
        if (!replaced && pause.hasResponse() && transport.replace(id)) {
            replaced = true;
            transport.handler().connectionClosed();
            slots.handOver();
        }
    }
}

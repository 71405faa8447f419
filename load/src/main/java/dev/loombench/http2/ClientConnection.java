package dev.loombench.http2;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.loombench.http2.hpack.HpackDecoder;
import dev.loombench.http2.hpack.HpackFault;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Arrays;

/// A connection of HTTP/2 as its client sees it: requests in slots go in, frames come out; frames
/// go in, and what became of the requests comes out.
///
/// Trusts nothing that it receives: every frame is checked, all memory is bounded, and a peer that
/// sends frames without end and without progress is a fault. Allocates nothing per request.
/// Responses are not kept: their content is discarded as it arrives, so the receive windows never
/// close.
///
/// Source: RFC 9113.
public final class ClientConnection {
    /// The window of each stream, and that of the connection, for content from the peer.
    static final int STREAM_WINDOW = 1 << 20;

    static final int CONNECTION_WINDOW = 1 << 24;

    /// The largest list of fields: as the head of a response of HTTP/1.1.
    static final int HEADER_LIST_LIMIT = 64 * 1024;

    /// Frames in a row that neither advance a response nor let a request advance.
    static final int MAX_IDLE_FRAMES = 10_000;

    private static final byte[] PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(US_ASCII);
    private static final byte[] HTTP1 = "HTTP/1.".getBytes(US_ASCII);
    private static final int NONE = -1;

    private final int slots;
    private final ConnectionBuffers buffers;
    private final Events events;
    private final HpackDecoder decoder;
    private final PeerSettings settings = new PeerSettings();
    private final StreamState[] streams;
    private final StreamTable table;
    private final RequestWriter writer;
    private final ControlFrames control = new ControlFrames();

    private boolean established;
    private boolean goingAway;
    private boolean closed;

    /// The last stream that the peer still serves.
    private int lastServed = Integer.MAX_VALUE;

    private int active;

    /// Whether this side has reset a stream, or has given one up that GOAWAY refused, so that
    /// frames of closed streams may still come.
    private boolean hasReset;

    // Reading: the present frame.
    private final byte[] header = new byte[FrameType.HEADER_LENGTH];
    private int headerBytes;
    private int length;
    private int type;
    private int flags;
    private int stream;

    /// The payload of a frame that came in pieces.
    private byte[] partial = new byte[0];

    private int partialLength;
    private int payloadLeft;

    // A DATA frame.
    private int padding;
    private boolean paddingUnknown;

    // A header block in several frames.
    private byte[] block = new byte[0];
    private int blockLength;

    /// The stream of the block; 0 without one.
    private int blockStream;

    private boolean blockEndsStream;

    private int connectionUncredited;
    private int idleFrames;

    /// What became of the requests. A slot is free again before its event, so that the event may
    /// open the next stream in it.
    public interface Events {

        /// The peer's settings have come: requests can be sent.
        void ready();

        /// The peer allows another number of streams at a time than before.
        ///
        /// @param peerLimit as in `peerLimit()`
        default void limited(long peerLimit) {}

        /// The status has come, and is not one of 1xx.
        void responding(int slot);

        /// Content has come.
        ///
        /// @param piece from its position to its limit, not to be moved
        default void content(int slot, ByteBuffer piece) {}

        /// The whole response has come.
        ///
        /// @param grpcStatus -1 without one
        /// @param early whether the request was not sent completely
        void responded(int slot, int status, int grpcStatus, boolean early);

        /// The peer reset the stream.
        void reset(int slot, ErrorCode code);

        /// The peer has not processed the request and will not.
        void refused(int slot);

        /// The response is malformed; the connection goes on.
        ///
        /// @param found what is wrong
        void malformed(int slot, String found);

        /// The peer takes no further streams.
        void goingAway(ErrorCode code);

        /// The peer broke the protocol; the connection is to be closed once its output is sent. No
        /// event follows for its streams.
        void failed(ConnectionFault fault);
    }

    /// @param slots the most streams at a time
    /// @param buffers of the thread
    public ClientConnection(int slots, ConnectionBuffers buffers, Events events) {
        this.slots = slots;
        this.buffers = buffers;
        this.events = events;
        decoder = new HpackDecoder(PeerSettings.DEFAULT_TABLE, buffers.hpack);
        streams = new StreamState[slots];
        Arrays.setAll(streams, _ -> new StreamState());
        table = new StreamTable(slots);
        writer = new RequestWriter(slots, streams, table, settings);
        control.raw(PREFACE);
        control.header(3 * 6, FrameType.SETTINGS, 0, 0);
        control.setting(SettingId.ENABLE_PUSH, 0);
        control.setting(SettingId.INITIAL_WINDOW_SIZE, STREAM_WINDOW);
        control.setting(SettingId.MAX_HEADER_LIST_SIZE, HEADER_LIST_LIMIT);
        windowUpdate(0, CONNECTION_WINDOW - PeerSettings.DEFAULT_WINDOW);
    }

    // For the client.

    /// Whether the peer's settings have come.
    public boolean isEstablished() {
        return established;
    }

    /// Whether the connection takes no further streams, but may still serve those that are open.
    public boolean isGoingAway() {
        return goingAway || writer.idsExhausted();
    }

    /// The number of slots with a request.
    public int active() {
        return active;
    }

    public boolean isActive(int slot) {
        return streams[slot].active;
    }

    /// The status of the response to a slot's request; 0 before it has come.
    public int status(int slot) {
        return streams[slot].status;
    }

    /// Whether a stream may be opened now: within the slots, and within the peer's limit.
    public boolean hasRoom() {
        return established && !closed && !isGoingAway() && active < streamLimit();
    }

    /// The most streams at a time: that of the slots, or the peer's where it is lower.
    public int streamLimit() {
        return (int) Math.min(slots, settings.maxConcurrentStreams());
    }

    /// The most streams that the peer allows; `Long.MAX_VALUE` where it has set no limit.
    public long peerLimit() {
        return settings.maxConcurrentStreams();
    }

    /// Opens a stream in a free slot. Its bytes must not change until an event ends it, or `reset`.
    ///
    /// @param request a header block, then the content
    /// @param isHead whether the method is HEAD
    public void open(int slot, MemorySegment request, int headLength, int size, boolean isHead) {
        if (streams[slot].active || !hasRoom()) {
            throw new IllegalStateException("no stream can be opened in slot " + slot);
        }
        streams[slot].start(request, headLength, size, isHead);
        active++;
        writer.open(slot);
    }

    /// Gives up the stream of a slot; without effect where it has none.
    public void reset(int slot, ErrorCode code) {
        if (!streams[slot].active) {
            return;
        }
        int id = free(slot);
        if (id != 0 && !closed) {
            resetStream(id, code);
        }
    }

    /// Whether a part of the slot's request is to be sent.
    public boolean isSending(int slot) {
        return streams[slot].active && (streams[slot].id == 0 || streams[slot].unsent() > 0);
    }

    /// Ends the connection: nothing more is read.
    public void close() {
        closed = true;
    }

    /// Appends the frame that ends the connection.
    public void goAway(ErrorCode code) {
        control.header(8, FrameType.GOAWAY, 0, 0);
        control.number(0);
        control.number(code.number());
    }

    // Output.

    /// Whether `write` has something to write.
    public boolean hasOutput() {
        return control.size() > 0 || (!closed && writer.hasOutput());
    }

    /// About how many bytes wait and may be sent, at least 1 where any are.
    public long outputBytes() {
        return control.size() + writer.outputBytes();
    }

    /// Writes frames.
    ///
    /// @param out at least as long as the header block of any request with its frames
    /// @return the number of bytes written
    public int write(MemorySegment out) {
        int at = control.size() == 0 ? 0 : control.writeTo(out);
        if (closed || control.size() > 0) {
            return at;
        }
        int after = writer.write(out, at);
        if (writer.hasSentContent()) {
            idleFrames = 0;
        }
        return after;
    }

    // Input.

    /// Takes all bytes, and reports what they mean.
    public void receive(ByteBuffer in) {
        try {
            while (in.hasRemaining() && !closed) {
                if (headerBytes < FrameType.HEADER_LENGTH) {
                    frameHeader(in);
                } else {
                    payload(in);
                }
            }
        } catch (ConnectionFault fault) {
            closed = true;
            goAway(fault.code());
            events.failed(fault);
        }
        in.position(in.limit());
    }

    private void frameHeader(ByteBuffer in) throws ConnectionFault {
        int count = Math.min(in.remaining(), FrameType.HEADER_LENGTH - headerBytes);
        in.get(header, headerBytes, count);
        headerBytes += count;
        if (headerBytes < FrameType.HEADER_LENGTH) {
            return;
        }
        length = (header[0] & 255) << 16 | number16(header, 1);
        type = header[3] & 255;
        flags = header[4] & 255;
        stream = number32(header, 5) & Integer.MAX_VALUE;
        requireExpected();
        payloadLeft = length;
        if (type == FrameType.DATA) {
            beginData();
        }
        if (payloadLeft == 0) {
            payload(in);
        }
    }

    private void requireExpected() throws ConnectionFault {
        if (!established && type != FrameType.SETTINGS) {
            throw notSettings();
        }
        if (blockStream != 0 && (type != FrameType.CONTINUATION || stream != blockStream)) {
            throw protocolError("a frame of type " + type + " within a header block");
        }
        if (length > PeerSettings.MIN_FRAME) {
            throw frameSize("a frame of %,d bytes, above the limit".formatted(length));
        }
    }

    private ConnectionFault notSettings() {
        if (Arrays.equals(header, 0, HTTP1.length, HTTP1, 0, HTTP1.length)) {
            return new ConnectionFault(
                    ConnectionFault.Kind.HTTP1,
                    ErrorCode.PROTOCOL_ERROR,
                    "a response of HTTP/1.1 where SETTINGS were expected");
        }
        return protocolError("bytes that are no SETTINGS frame at the start");
    }

    private void payload(ByteBuffer in) throws ConnectionFault {
        switch (type) {
            case FrameType.DATA -> data(in);
            case FrameType.HEADERS,
                    FrameType.PRIORITY,
                    FrameType.RST_STREAM,
                    FrameType.SETTINGS,
                    FrameType.PUSH_PROMISE,
                    FrameType.PING,
                    FrameType.GOAWAY,
                    FrameType.WINDOW_UPDATE,
                    FrameType.CONTINUATION ->
                    wholePayload(in);
            default -> unknown(in);
        }
    }

    /// Skips a frame of an extension.
    private void unknown(ByteBuffer in) throws ConnectionFault {
        int count = Math.min(payloadLeft, in.remaining());
        in.position(in.position() + count);
        payloadLeft -= count;
        if (payloadLeft == 0) {
            frameEnds();
            idle();
        }
    }

    /// Handles a frame once its payload is complete; without a copy of its own where it came at
    /// once.
    private void wholePayload(ByteBuffer in) throws ConnectionFault {
        if (partialLength == 0 && in.remaining() >= payloadLeft) {
            in.get(buffers.payload, 0, payloadLeft);
            frameEnds();
            handle(buffers.payload);
            return;
        }
        int count = Math.min(payloadLeft, in.remaining());
        if (partial.length < length) {
            partial = Arrays.copyOf(partial, length);
        }
        in.get(partial, partialLength, count);
        partialLength += count;
        payloadLeft -= count;
        if (payloadLeft == 0) {
            partialLength = 0;
            frameEnds();
            handle(partial);
        }
    }

    private void frameEnds() {
        headerBytes = 0;
    }

    private void handle(byte[] payload) throws ConnectionFault {
        switch (type) {
            case FrameType.HEADERS -> headers(payload);
            case FrameType.CONTINUATION -> continuation(payload);
            case FrameType.SETTINGS -> settings(payload);
            case FrameType.PING -> ping(payload);
            case FrameType.GOAWAY -> goAway(payload);
            case FrameType.WINDOW_UPDATE -> windowUpdate(payload);
            case FrameType.RST_STREAM -> resetByPeer(payload);
            case FrameType.PRIORITY -> priority();
            default -> throw protocolError("PUSH_PROMISE, which was refused");
        }
    }

    // DATA.

    /// The whole frame counts in both windows, with its padding.
    private void beginData() throws ConnectionFault {
        requireStream("DATA");
        connectionUncredited += length;
        if (connectionUncredited > CONNECTION_WINDOW) {
            throw flowControl("more content than the window of the connection");
        }
        if (connectionUncredited >= CONNECTION_WINDOW / 2) {
            windowUpdate(0, connectionUncredited);
            connectionUncredited = 0;
        }
        int slot = openSlot();
        if (slot != NONE) {
            credit(slot);
        }
        paddingUnknown = (flags & FrameType.PADDED) != 0;
        padding = 0;
        if (paddingUnknown && length == 0) {
            throw frameSize("a padded frame without the length of its padding");
        }
        boolean ends = (flags & FrameType.END_STREAM) != 0;
        if (!ends && (length == 0 || slot != NONE)) {
            idle(); // until its content comes: it may be only padding
        }
    }

    private void credit(int slot) throws ConnectionFault {
        var state = streams[slot];
        state.uncredited += length;
        if (state.uncredited > STREAM_WINDOW) {
            throw flowControl("more content than the window of a stream");
        }
        boolean ends = (flags & FrameType.END_STREAM) != 0;
        if (state.uncredited >= STREAM_WINDOW / 2 && !ends) {
            windowUpdate(stream, state.uncredited);
            state.uncredited = 0;
        }
    }

    private void data(ByteBuffer in) throws ConnectionFault {
        if (paddingUnknown) {
            padding = in.get() & 255;
            paddingUnknown = false;
            payloadLeft--;
            if (padding > payloadLeft) {
                throw protocolError("padding as long as its frame");
            }
        }
        int content = Math.min(payloadLeft - padding, in.remaining());
        if (content > 0) {
            content(in, content);
            payloadLeft -= content;
        }
        if (payloadLeft <= padding) {
            int skipped = Math.min(payloadLeft, in.remaining());
            in.position(in.position() + skipped);
            payloadLeft -= skipped;
            padding -= skipped;
        }
        if (payloadLeft == 0) {
            frameEnds();
            int slot = table.slot(stream);
            if ((flags & FrameType.END_STREAM) != 0 && slot != NONE) {
                responded(slot);
            }
        }
    }

    private void content(ByteBuffer in, int count) {
        int limit = in.limit();
        int after = in.position() + count;
        int slot = table.slot(stream);
        if (slot != NONE) {
            var state = streams[slot];
            if (state.status == 0) {
                malformed(slot, "content before the status");
            } else {
                state.received += count;
                idleFrames = 0;
                in.limit(after);
                events.content(slot, in);
                in.limit(limit);
            }
        }
        in.position(after);
    }

    // Header blocks.

    private void headers(byte[] payload) throws ConnectionFault {
        requireStream("HEADERS");
        openSlot();
        int from = 0;
        int to = length;
        if ((flags & FrameType.PADDED) != 0) {
            if (length == 0) {
                throw frameSize("a padded frame without the length of its padding");
            }
            from = 1;
            to -= payload[0] & 255;
        }
        if ((flags & FrameType.PRIORITY_FIELDS) != 0) {
            from += 5;
        }
        if (from > to) {
            throw protocolError("padding or priority longer than the frame");
        }
        boolean endsStream = (flags & FrameType.END_STREAM) != 0;
        if ((flags & FrameType.END_HEADERS) != 0) {
            block(payload, from, to, endsStream);
            return;
        }
        blockStream = stream;
        blockEndsStream = endsStream;
        blockLength = 0;
        append(payload, from, to);
    }

    private void continuation(byte[] payload) throws ConnectionFault {
        if (blockStream == 0) {
            throw protocolError("CONTINUATION without a header block");
        }
        if (length == 0) {
            idle();
        }
        append(payload, 0, length);
        if ((flags & FrameType.END_HEADERS) != 0) {
            blockStream = 0;
            var whole = block;
            block = new byte[0]; // blocks of several frames are rare
            block(whole, 0, blockLength, blockEndsStream);
        }
    }

    private void append(byte[] payload, int from, int to) throws ConnectionFault {
        int count = to - from;
        if (blockLength + count > ConnectionBuffers.BLOCK_LIMIT) {
            throw tooLarge("a header block of more than 64 KiB");
        }
        if (blockLength + count > block.length) {
            block = Arrays.copyOf(block, Math.max(2 * block.length, blockLength + count));
        }
        System.arraycopy(payload, from, block, blockLength, count);
        blockLength += count;
    }

    /// Handles a whole block. That of a closed stream is decoded too, as it changes the table.
    private void block(byte[] bytes, int from, int to, boolean endsStream) throws ConnectionFault {
        var fields = buffers.fields;
        fields.reset();
        try {
            if (!decoder.decode(bytes, from, to, HEADER_LIST_LIMIT, fields)) {
                throw tooLarge("a list of fields of more than 64 KiB");
            }
        } catch (HpackFault e) {
            throw ConnectionFault.malformed(
                    ErrorCode.COMPRESSION_ERROR, String.valueOf(e.getMessage()));
        }
        int slot = table.slot(stream);
        if (slot == NONE) {
            idle();
            return;
        }
        var fault = fields.fault();
        if (fault != null) {
            malformed(slot, fault);
        } else if (streams[slot].status != 0) {
            trailers(slot, fields, endsStream);
        } else {
            head(slot, fields, endsStream);
        }
    }

    private void head(int slot, ResponseFields fields, boolean endsStream) throws ConnectionFault {
        int status = fields.status();
        if (status == ResponseFields.NONE) {
            malformed(slot, "a response without :status");
        } else if (status < 200) {
            if (endsStream || status == 101) {
                malformed(slot, "a status " + status + " that ends the response");
            }
            idle();
        } else {
            var state = streams[slot];
            state.status = status;
            state.contentLength = fields.contentLength();
            state.grpcStatus = fields.grpcStatus();
            idleFrames = 0;
            events.responding(slot);
            if (endsStream) {
                responded(slot);
            }
        }
    }

    private void trailers(int slot, ResponseFields fields, boolean endsStream) {
        if (!endsStream) {
            malformed(slot, "trailers that do not end the response");
        } else if (fields.status() != ResponseFields.NONE) {
            malformed(slot, "trailers with :status");
        } else {
            var state = streams[slot];
            if (fields.grpcStatus() != ResponseFields.NONE) {
                state.grpcStatus = fields.grpcStatus();
            }
            responded(slot);
        }
    }

    private void responded(int slot) {
        var state = streams[slot];
        if (state.status == 0) {
            malformed(slot, "the end of a response without its status");
            return;
        }
        long expected = state.hasNoContent() ? 0 : state.contentLength;
        if (expected != ResponseFields.NONE && expected != state.received) {
            malformed(
                    slot,
                    "content of %,d bytes where %,d were announced"
                            .formatted(state.received, expected));
            return;
        }
        boolean early = state.unsent() > 0;
        int status = state.status;
        int grpcStatus = state.grpcStatus;
        int id = free(slot);
        if (early) {
            resetStream(id, ErrorCode.CANCEL);
        }
        events.responded(slot, status, grpcStatus, early);
    }

    private void malformed(int slot, String found) {
        malformed(slot, ErrorCode.PROTOCOL_ERROR, found);
    }

    private void malformed(int slot, ErrorCode code, String found) {
        int id = free(slot);
        resetStream(id, code);
        events.malformed(slot, found);
    }

    // Frames of the connection.

    private void settings(byte[] payload) throws ConnectionFault {
        requireConnection("SETTINGS");
        idle();
        if ((flags & FrameType.ACK) != 0) {
            if (length != 0) {
                throw frameSize("an acknowledgement of SETTINGS with content");
            }
            if (!established) {
                throw protocolError("an acknowledgement where SETTINGS were expected");
            }
            return;
        }
        if (length % 6 != 0) {
            throw frameSize("SETTINGS of %d bytes".formatted(length));
        }
        int windowBefore = settings.initialWindow();
        long limitBefore = peerLimit();
        for (int at = 0; at < length; at += 6) {
            long value = number32(payload, at + 2) & 0xffff_ffffL;
            settings.apply(number16(payload, at), value);
        }
        writer.windowChanged((long) settings.initialWindow() - windowBefore);
        control.header(0, FrameType.SETTINGS, FrameType.ACK, 0);
        requireReader();
        if (!established) {
            established = true;
            events.ready();
        } else if (peerLimit() != limitBefore) {
            events.limited(peerLimit());
        }
    }

    private void ping(byte[] payload) throws ConnectionFault {
        requireConnection("PING");
        if (length != 8) {
            throw frameSize("PING of %d bytes".formatted(length));
        }
        idle();
        if ((flags & FrameType.ACK) == 0) {
            control.header(8, FrameType.PING, FrameType.ACK, 0);
            control.payload(payload, 8);
            requireReader();
        }
    }

    private void goAway(byte[] payload) throws ConnectionFault {
        requireConnection("GOAWAY");
        if (length < 8) {
            throw frameSize("GOAWAY of %d bytes".formatted(length));
        }
        idle();
        int last = number32(payload, 0) & Integer.MAX_VALUE;
        if (last > lastServed) {
            throw protocolError("a second GOAWAY with a higher stream");
        }
        lastServed = last;
        goingAway = true;
        events.goingAway(ErrorCode.of(number32(payload, 4)));
        for (int slot = 0; slot < slots && !closed; slot++) {
            var state = streams[slot];
            if (state.active && (state.id == 0 || state.id > last)) {
                hasReset |= state.id != 0;
                free(slot);
                events.refused(slot);
            }
        }
    }

    private void windowUpdate(byte[] payload) throws ConnectionFault {
        if (length != 4) {
            throw frameSize("WINDOW_UPDATE of %d bytes".formatted(length));
        }
        idle();
        int increment = number32(payload, 0) & Integer.MAX_VALUE;
        if (stream == 0) {
            if (increment == 0) {
                throw protocolError("a window that grows by 0");
            }
            if (!writer.connectionWindowGrows(increment)) {
                throw flowControl("a window of more than 2^31 - 1 bytes");
            }
            return;
        }
        requireNotIdle("WINDOW_UPDATE");
        int slot = table.slot(stream);
        if (slot == NONE) {
            return;
        }
        if (increment == 0) {
            malformed(slot, "a window that grows by 0");
        } else if (!writer.streamWindowGrows(slot, increment)) {
            malformed(slot, ErrorCode.FLOW_CONTROL_ERROR, "a window of more than 2^31 - 1 bytes");
        }
    }

    private void resetByPeer(byte[] payload) throws ConnectionFault {
        requireStream("RST_STREAM");
        if (length != 4) {
            throw frameSize("RST_STREAM of %d bytes".formatted(length));
        }
        requireNotIdle("RST_STREAM");
        int slot = table.slot(stream);
        if (slot == NONE) {
            idle();
            return;
        }
        var code = ErrorCode.of(number32(payload, 0));
        free(slot);
        if (code == ErrorCode.REFUSED_STREAM) {
            events.refused(slot);
        } else {
            events.reset(slot, code);
        }
    }

    private void priority() throws ConnectionFault {
        requireStream("PRIORITY");
        if (length != 5) {
            throw frameSize("PRIORITY of %d bytes".formatted(length));
        }
        idle();
    }

    // Streams.

    /// Ends the stream of a slot.
    ///
    /// @return its id; 0 where it was not sent
    private int free(int slot) {
        var state = streams[slot];
        int id = state.id;
        writer.remove(slot);
        if (id != 0) {
            table.remove(id);
        }
        state.active = false;
        state.id = 0;
        active--;
        return id;
    }

    private void resetStream(int id, ErrorCode code) {
        hasReset = true;
        control.header(4, FrameType.RST_STREAM, 0, id);
        control.number(code.number());
    }

    /// The slot of the frame's stream; NONE for a closed one of which frames may still come.
    private int openSlot() throws ConnectionFault {
        int slot = table.slot(stream);
        if (slot == NONE) {
            requireNotIdle("a frame of a response");
            if (!hasReset) {
                throw ConnectionFault.malformed(
                        ErrorCode.STREAM_CLOSED, "a frame of a stream that has ended");
            }
        }
        return slot;
    }

    private void requireNotIdle(String name) throws ConnectionFault {
        if (stream % 2 == 0 || !writer.hasOpened(stream)) {
            throw protocolError(name + " on a stream that was never opened");
        }
    }

    private void requireStream(String name) throws ConnectionFault {
        if (stream == 0) {
            throw protocolError(name + " without a stream");
        }
    }

    private void requireConnection(String name) throws ConnectionFault {
        if (stream != 0) {
            throw protocolError(name + " on a stream");
        }
    }

    /// Counts a frame without progress.
    private void idle() throws ConnectionFault {
        idleFrames++;
        if (idleFrames > MAX_IDLE_FRAMES) {
            throw ConnectionFault.malformed(
                    ErrorCode.ENHANCE_YOUR_CALM,
                    "%,d frames in a row without progress".formatted(MAX_IDLE_FRAMES));
        }
    }

    private void requireReader() throws ConnectionFault {
        if (control.isFull()) {
            throw ConnectionFault.malformed(
                    ErrorCode.ENHANCE_YOUR_CALM, "frames whose replies are not read");
        }
    }

    private void windowUpdate(int id, int increment) {
        control.header(4, FrameType.WINDOW_UPDATE, 0, id);
        control.number(increment);
    }

    private static ConnectionFault protocolError(String found) {
        return ConnectionFault.malformed(ErrorCode.PROTOCOL_ERROR, found);
    }

    private static ConnectionFault frameSize(String found) {
        return ConnectionFault.malformed(ErrorCode.FRAME_SIZE_ERROR, found);
    }

    private static ConnectionFault flowControl(String found) {
        return ConnectionFault.malformed(ErrorCode.FLOW_CONTROL_ERROR, found);
    }

    private static ConnectionFault tooLarge(String found) {
        return new ConnectionFault(
                ConnectionFault.Kind.TOO_LARGE, ErrorCode.ENHANCE_YOUR_CALM, found);
    }

    private static int number16(byte[] bytes, int at) {
        return (bytes[at] & 255) << 8 | (bytes[at + 1] & 255);
    }

    private static int number32(byte[] bytes, int at) {
        return number16(bytes, at) << 16 | number16(bytes, at + 2);
    }
}

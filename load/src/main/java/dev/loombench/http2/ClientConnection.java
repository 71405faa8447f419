package dev.loombench.http2;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;

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
    /// That of gRPC in a response whose field `grpc-status` is no number of up to 31 bits.
    public static final int INVALID_GRPC_STATUS = -2;

    private static final byte[] PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(US_ASCII);

    private final int slots;
    private final ConnectionBuffers buffers;
    private final Events events;
    private final PeerSettings settings = new PeerSettings();
    private final ControlFrames pending = new ControlFrames();
    private final IdleFrames idle = new IdleFrames();
    private final OpenStreams streams;
    private final RequestWriter writer;
    private final FrameInput input;
    private boolean headerListChecked;

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
        /// @param grpcStatus -1 without one, `INVALID_GRPC_STATUS` for one that is none
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
        ///
        /// @param words why, as the peer says it: untrusted text, and often empty
        void goingAway(ErrorCode code, String words);

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
        streams = new OpenStreams(slots, settings, pending, events);
        writer = streams.writer();
        input = new FrameInput(buffers, streams, settings, pending, idle, events);
        pending.raw(PREFACE);
        pending.header(3 * 6, FrameType.SETTINGS, 0, 0);
        pending.setting(SettingId.ENABLE_PUSH, 0);
        pending.setting(SettingId.INITIAL_WINDOW_SIZE, IncomingData.STREAM_WINDOW);
        pending.setting(SettingId.MAX_HEADER_LIST_SIZE, IncomingHeaders.LIST_LIMIT);
        pending.windowUpdate(0, IncomingData.CONNECTION_WINDOW - PeerSettings.DEFAULT_WINDOW);
    }

    // For the client.

    /// Whether the peer's settings have come.
    public boolean isEstablished() {
        return input.isEstablished();
    }

    /// Whether the connection takes no further streams, but may still serve those that are open.
    public boolean isGoingAway() {
        return input.isGoingAway() || writer.idsExhausted();
    }

    /// The number of slots with a request.
    public int active() {
        return streams.active();
    }

    public boolean isActive(int slot) {
        return streams.isActive(slot);
    }

    /// The status of the response to a slot's request; 0 before it has come.
    public int status(int slot) {
        return streams.state(slot).status;
    }

    /// The message of gRPC in the fields that end a response, decoded, within its event; empty
    /// without one.
    public String grpcMessage() {
        return buffers.fields.grpcMessage();
    }

    /// Whether a stream may be opened now: within the slots, and within the peer's limit.
    public boolean hasRoom() {
        return isEstablished() && !streams.isClosed() && !isGoingAway() && active() < streamLimit();
    }

    /// The most streams at a time: that of the slots, or the peer's where it is lower.
    public int streamLimit() {
        return (int) Math.min(slots, settings.maxConcurrentStreams());
    }

    /// The most streams that the peer allows; `Long.MAX_VALUE` where it has set no limit.
    public long peerLimit() {
        return settings.maxConcurrentStreams();
    }

    /// The largest list of header fields that the peer accepts, bytes; `Long.MAX_VALUE` without a
    /// limit.
    public long headerListLimit() {
        return settings.maxHeaderList();
    }

    /// The size of a request's list of header fields where it exceeds the peer's limit; 0 where it
    /// does not, and for all requests but the first, which are about as long.
    public long firstHeaderListExcess(MemorySegment request, int headLength) {
        if (headerListChecked) {
            return 0;
        }
        headerListChecked = true;
        long limit = headerListLimit();
        if (HeaderList.isWithin(limit, headLength)) {
            return 0;
        }
        var block = request.asSlice(0, headLength).toArray(ValueLayout.JAVA_BYTE);
        long size = HeaderList.size(block);
        return size > limit ? size : 0;
    }

    /// Opens a stream in a free slot. Its bytes must not change until an event ends it, or `reset`.
    ///
    /// @param request a header block, then the content
    /// @param isHead whether the method is HEAD
    public void open(int slot, MemorySegment request, int headLength, int size, boolean isHead) {
        if (isActive(slot) || !hasRoom()) {
            throw new IllegalStateException("no stream can be opened in slot " + slot);
        }
        streams.open(slot, request, headLength, size, isHead);
    }

    /// Gives up the stream of a slot; without effect where it has none.
    public void reset(int slot, ErrorCode code) {
        if (isActive(slot)) {
            idle.expectLate();
            streams.giveUp(slot, code);
        }
    }

    /// Whether a part of the slot's request is to be sent.
    public boolean isSending(int slot) {
        return streams.isSending(slot);
    }

    /// Ends the connection: nothing more is read.
    public void close() {
        streams.close();
    }

    /// Appends a frame that the peer acknowledges, if it is there.
    public void ping() {
        pending.header(8, FrameType.PING, 0, 0);
        pending.number(0);
        pending.number(0);
    }

    /// Appends the frame that ends the connection.
    public void goAway(ErrorCode code) {
        pending.header(8, FrameType.GOAWAY, 0, 0);
        pending.number(0);
        pending.number(code.number());
    }

    // Output.

    /// Whether `write` has something to write.
    public boolean hasOutput() {
        return pending.size() > 0 || (!streams.isClosed() && writer.hasOutput());
    }

    /// About how many bytes wait and may be sent, at least 1 where any are.
    public long outputBytes() {
        return pending.size() + writer.outputBytes();
    }

    /// Writes frames.
    ///
    /// @param out at least as long as the header block of any request with its frames
    /// @return the number of bytes written
    public int write(MemorySegment out) {
        int at = pending.size() == 0 ? 0 : pending.writeTo(out);
        if (streams.isClosed() || pending.size() > 0) {
            return at;
        }
        int after = writer.write(out, at);
        if (writer.hasSentContent()) {
            idle.clear();
        }
        return after;
    }

    // Input.

    /// Takes all bytes, and reports what they mean.
    public void receive(ByteBuffer in) {
        try {
            input.read(in);
        } catch (ConnectionFault fault) {
            streams.close();
            goAway(fault.code());
            events.failed(fault);
        }
        in.position(in.limit());
    }
}

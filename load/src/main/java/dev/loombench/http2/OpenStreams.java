package dev.loombench.http2;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// The streams of a connection by their slots: begins and ends them, and reports how they ended.
final class OpenStreams {
    /// For the slot of a stream that is not open.
    static final int NONE = -1;

    private final ControlFrames pending;
    private final ClientConnection.Events events;
    private final StreamState[] states;
    private final StreamTable table;
    private final RequestWriter writer;

    private int active;
    private boolean closed;

    /// Whether this side has reset a stream, or has given one up that GOAWAY refused, so that
    /// frames of closed streams may still come.
    private boolean hasReset;

    /// @param pending receives the frames that reset streams
    OpenStreams(
            int slots,
            PeerSettings settings,
            ControlFrames pending,
            ClientConnection.Events events) {
        this.pending = pending;
        this.events = events;
        states = new StreamState[slots];
        Arrays.setAll(states, _ -> new StreamState());
        table = new StreamTable(slots);
        writer = new RequestWriter(slots, states, table, settings);
    }

    /// Writes the requests of these streams.
    RequestWriter writer() {
        return writer;
    }

    /// The number of slots with a request.
    int active() {
        return active;
    }

    boolean isActive(int slot) {
        return states[slot].active;
    }

    /// Whether a part of the slot's request is to be sent.
    boolean isSending(int slot) {
        var state = states[slot];
        return state.active && (state.id == 0 || state.unsent() > 0);
    }

    StreamState state(int slot) {
        return states[slot];
    }

    /// Whether the connection has ended: nothing more is read.
    boolean isClosed() {
        return closed;
    }

    void close() {
        closed = true;
    }

    /// Opens a stream in a free slot.
    void open(int slot, MemorySegment request, int headLength, int size, boolean isHead) {
        states[slot].start(request, headLength, size, isHead);
        active++;
        writer.open(slot);
    }

    // The stream of a frame.

    /// The slot of a stream; NONE when it is not open.
    int slot(int stream) {
        return table.slot(stream);
    }

    /// The slot of a stream; NONE for a closed one of which frames may still come.
    int openSlot(int stream) throws ConnectionFault {
        int slot = table.slot(stream);
        if (slot == NONE) {
            requireNotIdle(stream, "a frame of a response");
            if (!hasReset) {
                throw ConnectionFault.malformed(
                        ErrorCode.STREAM_CLOSED, "a frame of a stream that has ended");
            }
        }
        return slot;
    }

    /// Requires that the stream is open or was.
    void requireNotIdle(int stream, String name) throws ConnectionFault {
        if (stream % 2 == 0 || !writer.hasOpened(stream)) {
            throw ConnectionFault.protocol(name + " on a stream that was never opened");
        }
    }

    // The end of a stream.

    /// Ends the stream of a slot for the client, without an event.
    void giveUp(int slot, ErrorCode code) {
        int id = free(slot);
        if (id != 0 && !closed) {
            reset(id, code);
        }
    }

    /// Ends a response that is complete, if its parts fit together.
    void responded(int slot) {
        var state = states[slot];
        if (state.status == 0) {
            malformed(slot, "the end of a response without its status");
            return;
        }
        if (state.hasNoContent() && state.received > 0) {
            malformed(
                    slot,
                    "content of %,d bytes after HEAD or with status 204 or 304, which allow none"
                            .formatted(state.received));
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
            reset(id, ErrorCode.CANCEL);
        }
        events.responded(slot, status, grpcStatus, early);
    }

    void malformed(int slot, String found) {
        malformed(slot, ErrorCode.PROTOCOL_ERROR, found);
    }

    void malformed(int slot, ErrorCode code, String found) {
        int id = free(slot);
        reset(id, code);
        events.malformed(slot, found);
    }

    void resetByPeer(int slot, ErrorCode code) {
        free(slot);
        if (code == ErrorCode.REFUSED_STREAM) {
            events.refused(slot);
        } else {
            events.reset(slot, code);
        }
    }

    /// Ends the streams that the peer does not serve.
    ///
    /// @param last the last stream that it serves
    void refuseAfter(int last) {
        for (int slot = 0; slot < states.length && !closed; slot++) {
            var state = states[slot];
            if (state.active && (state.id == 0 || state.id > last)) {
                hasReset |= state.id != 0;
                free(slot);
                events.refused(slot);
            }
        }
    }

    /// Ends the stream of a slot.
    ///
    /// @return its id; 0 where it was not sent
    private int free(int slot) {
        var state = states[slot];
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

    private void reset(int id, ErrorCode code) {
        hasReset = true;
        pending.header(4, FrameType.RST_STREAM, 0, id);
        pending.number(code.number());
    }
}

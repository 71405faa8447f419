package dev.loombench.http2;

import java.nio.ByteBuffer;

/// Reads DATA: hands on the content as it comes, and opens the windows for more. They are opened at
/// half, whether the peer has seen the last time or not, so that none is ever found to be exceeded:
/// content is not kept, and no more of it does harm.
///
/// Source: RFC 9113, sections 5.2, 6.1 and 6.9.
final class IncomingData {
    /// The window of each stream, and that of the connection, for content from the peer.
    static final int STREAM_WINDOW = 1 << 20;

    static final int CONNECTION_WINDOW = 1 << 24;

    private final IncomingFrame frame;
    private final OpenStreams streams;
    private final ControlFrames pending;
    private final IdleFrames idle;
    private final ClientConnection.Events events;

    /// Bytes received since the last WINDOW_UPDATE of the connection.
    private int connectionUncredited;

    private int padding;
    private boolean paddingUnknown;

    /// @param pending receives the frames that open the windows
    IncomingData(
            IncomingFrame frame,
            OpenStreams streams,
            ControlFrames pending,
            IdleFrames idle,
            ClientConnection.Events events) {
        this.frame = frame;
        this.streams = streams;
        this.pending = pending;
        this.idle = idle;
        this.events = events;
    }

    /// Begins a frame, whose header has come. The whole frame counts in both windows, with its
    /// padding.
    void begin() throws ConnectionFault {
        frame.requireStream("DATA");
        connectionUncredited += frame.length;
        if (connectionUncredited >= CONNECTION_WINDOW / 2) {
            pending.windowUpdate(0, connectionUncredited);
            connectionUncredited = 0;
        }
        int slot = streams.openSlot(frame.stream);
        boolean ends = frame.has(FrameType.END_STREAM);
        if (slot != OpenStreams.NONE) {
            credit(slot, ends);
        }
        paddingUnknown = frame.has(FrameType.PADDED);
        padding = 0;
        if (paddingUnknown && frame.length == 0) {
            throw ConnectionFault.frameSize("a padded frame without the length of its padding");
        }
        if (!ends && (frame.length == 0 || slot != OpenStreams.NONE)) {
            idle.add(); // until its content comes: it may be only padding
        }
    }

    private void credit(int slot, boolean ends) {
        var state = streams.state(slot);
        state.uncredited += frame.length;
        if (state.uncredited >= STREAM_WINDOW / 2 && !ends) {
            pending.windowUpdate(frame.stream, state.uncredited);
            state.uncredited = 0;
        }
    }

    /// Reads the payload, as far as it has come.
    void read(ByteBuffer in) throws ConnectionFault {
        if (paddingUnknown) {
            padding = in.get() & 255;
            paddingUnknown = false;
            frame.left--;
            if (padding > frame.left) {
                throw ConnectionFault.protocol("padding as long as its frame");
            }
        }
        int content = Math.min(frame.left - padding, in.remaining());
        if (content > 0) {
            content(in, content);
            frame.left -= content;
        }
        if (frame.left <= padding) {
            padding -= frame.skip(in);
        }
        if (frame.left == 0) {
            frame.end();
            int slot = streams.slot(frame.stream);
            if (frame.has(FrameType.END_STREAM) && slot != OpenStreams.NONE) {
                streams.responded(slot);
            }
        }
    }

    private void content(ByteBuffer in, int count) {
        int limit = in.limit();
        int after = in.position() + count;
        int slot = streams.slot(frame.stream);
        if (slot != OpenStreams.NONE) {
            var state = streams.state(slot);
            if (state.status == 0) {
                streams.malformed(slot, "content before the status");
            } else {
                state.received += count;
                idle.clear();
                in.limit(after);
                events.content(slot, in);
                in.limit(limit);
            }
        }
        in.position(after);
    }
}

package dev.loombench.http2;

import static java.nio.charset.StandardCharsets.UTF_8;

/// Reads the frames that have neither content nor header fields, and keeps what they say about the
/// connection.
///
/// Source: RFC 9113, sections 6.3 to 6.5 and 6.7 to 6.9.
final class IncomingControl {
    /// Bytes of GOAWAY before its debug data.
    private static final int GOAWAY_FIELDS = 8;

    /// Bytes of the debug data that are read; more of them help nobody.
    private static final int MAX_WORDS = 512;

    private final IncomingFrame frame;
    private final OpenStreams streams;
    private final PeerSettings settings;
    private final ControlFrames pending;
    private final IdleFrames idle;
    private final ClientConnection.Events events;

    private boolean established;
    private boolean goingAway;

    /// The last stream that the peer still serves.
    private int lastServed = Integer.MAX_VALUE;

    /// @param pending receives the replies
    IncomingControl(
            IncomingFrame frame,
            OpenStreams streams,
            PeerSettings settings,
            ControlFrames pending,
            IdleFrames idle,
            ClientConnection.Events events) {
        this.frame = frame;
        this.streams = streams;
        this.settings = settings;
        this.pending = pending;
        this.idle = idle;
        this.events = events;
    }

    /// Whether the peer's settings have come.
    boolean isEstablished() {
        return established;
    }

    /// Whether the peer has sent GOAWAY.
    boolean isGoingAway() {
        return goingAway;
    }

    void settings(byte[] payload) throws ConnectionFault {
        frame.requireConnection("SETTINGS");
        idle.add();
        if (frame.has(FrameType.ACK)) {
            if (frame.length != 0) {
                throw ConnectionFault.frameSize("an acknowledgement of SETTINGS with content");
            }
            if (!established) {
                throw ConnectionFault.protocol("an acknowledgement where SETTINGS were expected");
            }
            return;
        }
        if (frame.length % 6 != 0) {
            throw ConnectionFault.frameSize("SETTINGS of %d bytes".formatted(frame.length));
        }
        int windowBefore = settings.initialWindow();
        long limitBefore = settings.maxConcurrentStreams();
        for (int at = 0; at < frame.length; at += 6) {
            long value = IncomingFrame.number32(payload, at + 2) & 0xffff_ffffL;
            settings.apply(IncomingFrame.number16(payload, at), value);
        }
        streams.writer().windowChanged((long) settings.initialWindow() - windowBefore);
        pending.header(0, FrameType.SETTINGS, FrameType.ACK, 0);
        requireReader();
        if (!established) {
            established = true;
            events.ready();
        } else if (settings.maxConcurrentStreams() != limitBefore) {
            events.limited(settings.maxConcurrentStreams());
        }
    }

    void ping(byte[] payload) throws ConnectionFault {
        frame.requireConnection("PING");
        if (frame.length != 8) {
            throw ConnectionFault.frameSize("PING of %d bytes".formatted(frame.length));
        }
        boolean isReply = frame.has(FrameType.ACK);
        if (isReply || pending.size() > 0) {
            idle.add(); // one that comes alone asks for a sign of life, as of a held stream
        }
        if (!isReply) {
            pending.header(8, FrameType.PING, FrameType.ACK, 0);
            pending.payload(payload, 8);
            requireReader();
        }
    }

    private void requireReader() throws ConnectionFault {
        if (pending.isFull()) {
            throw ConnectionFault.malformed(
                    ErrorCode.ENHANCE_YOUR_CALM, "frames whose replies are not read");
        }
    }

    void goAway(byte[] payload) throws ConnectionFault {
        frame.requireConnection("GOAWAY");
        if (frame.length < GOAWAY_FIELDS) {
            throw ConnectionFault.frameSize("GOAWAY of %d bytes".formatted(frame.length));
        }
        idle.add();
        int last = IncomingFrame.number32(payload, 0) & Integer.MAX_VALUE;
        if (last > lastServed) {
            throw ConnectionFault.protocol("a second GOAWAY with a higher stream");
        }
        lastServed = last;
        goingAway = true;
        int count = Math.min(frame.length - GOAWAY_FIELDS, MAX_WORDS);
        var words = new String(payload, GOAWAY_FIELDS, count, UTF_8);
        events.goingAway(ErrorCode.of(IncomingFrame.number32(payload, 4)), words);
        streams.refuseAfter(last);
    }

    void windowUpdate(byte[] payload) throws ConnectionFault {
        if (frame.length != 4) {
            throw ConnectionFault.frameSize("WINDOW_UPDATE of %d bytes".formatted(frame.length));
        }
        idle.add();
        int increment = IncomingFrame.number32(payload, 0) & Integer.MAX_VALUE;
        if (frame.stream == 0) {
            if (increment == 0) {
                throw ConnectionFault.protocol("a window that grows by 0");
            }
            if (!streams.writer().connectionWindowGrows(increment)) {
                throw ConnectionFault.flowControl("a window of more than 2^31 - 1 bytes");
            }
            return;
        }
        streams.requireNotIdle(frame.stream, "WINDOW_UPDATE");
        int slot = streams.slot(frame.stream);
        if (slot == OpenStreams.NONE) {
            return;
        }
        if (increment == 0) {
            streams.malformed(slot, "a window that grows by 0");
        } else if (!streams.writer().streamWindowGrows(slot, increment)) {
            streams.malformed(
                    slot, ErrorCode.FLOW_CONTROL_ERROR, "a window of more than 2^31 - 1 bytes");
        }
    }

    void resetStream(byte[] payload) throws ConnectionFault {
        frame.requireStream("RST_STREAM");
        if (frame.length != 4) {
            throw ConnectionFault.frameSize("RST_STREAM of %d bytes".formatted(frame.length));
        }
        streams.requireNotIdle(frame.stream, "RST_STREAM");
        int slot = streams.slot(frame.stream);
        if (slot == OpenStreams.NONE) {
            idle.add();
            return;
        }
        streams.resetByPeer(slot, ErrorCode.of(IncomingFrame.number32(payload, 0)));
    }

    void priority() throws ConnectionFault {
        frame.requireStream("PRIORITY");
        if (frame.length != 5) {
            throw ConnectionFault.frameSize("PRIORITY of %d bytes".formatted(frame.length));
        }
        idle.add();
    }
}

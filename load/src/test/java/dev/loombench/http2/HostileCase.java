package dev.loombench.http2;

import static dev.loombench.http2.ErrorCode.ENHANCE_YOUR_CALM;

/// Frames that a server must not send, as one case of a test.
///
/// @param begins whether the server's settings come before
/// @param expected the last event
record HostileCase(String name, boolean begins, FrameBytes frames, String expected) {
    static final int ACK = FrameType.ACK;
    static final int END = FrameType.END_STREAM;
    static final int END_HEADERS = FrameType.END_HEADERS;
    static final int PADDED = FrameType.PADDED;
    static final int PRIORITY = FrameType.PRIORITY_FIELDS;
    static final int LARGEST = 16_384;

    @Override
    public String toString() {
        return name;
    }

    /// A fault of the connection.
    static HostileCase fault(String name, ErrorCode code, FrameBytes frames) {
        return new HostileCase(name, true, frames, "failed MALFORMED " + code);
    }

    static HostileCase atStart(String name, ErrorCode code, FrameBytes frames) {
        return new HostileCase(name, false, frames, "failed MALFORMED " + code);
    }

    static HostileCase tooLarge(String name, FrameBytes frames) {
        return new HostileCase(name, true, frames, "failed TOO_LARGE " + ENHANCE_YOUR_CALM);
    }

    /// A fault of the response to request 1.
    static HostileCase response(String name, FrameBytes frames) {
        return new HostileCase(name, true, frames, "malformed 0");
    }
}

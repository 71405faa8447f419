package dev.loombench.http2;

/// The number of frames in a row that neither advance a response nor let a request advance.
///
/// Those of a response whose request this side has given up are none of them: a server that is
/// behind may send every response too late, and does nothing wrong.
final class IdleFrames {
    static final int LIMIT = 10_000;

    /// Frames of a late response that would count: interim ones, its head, trailers and a reset.
    private static final int LATE = 4;

    /// Below 0 by what may still come late.
    private int count;

    /// Counts a frame without progress.
    void add() throws ConnectionFault {
        count++;
        if (count > LIMIT) {
            throw ConnectionFault.malformed(
                    ErrorCode.ENHANCE_YOUR_CALM,
                    "%,d frames in a row without progress".formatted(LIMIT));
        }
    }

    /// Begins again: a request or a response has advanced.
    void clear() {
        count = Math.min(count, 0);
    }

    /// Expects the frames of a late response.
    void expectLate() {
        count = Math.max(count - LATE, -LIMIT);
    }
}

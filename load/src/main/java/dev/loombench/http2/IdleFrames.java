package dev.loombench.http2;

/// The number of frames in a row that neither advance a response nor let a request advance.
final class IdleFrames {
    static final int LIMIT = 10_000;

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
        count = 0;
    }
}

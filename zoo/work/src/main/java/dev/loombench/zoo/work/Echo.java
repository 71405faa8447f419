package dev.loombench.zoo.work;

import org.jspecify.annotations.Nullable;

/// `/echo?ms=` over WebSocket: each text is sent back, after the wait that the handshake asked for.
///
/// @param millis before each response
public record Echo(int millis) {
    public static final String PATH = "/echo";

    private static final int MAX_MILLIS = 600_000;

    /// @param query of the handshake without the question mark; null if it has none
    public static Echo of(@Nullable String query) {
        var text = WorkItem.parameter(query, "ms");
        return new Echo(text == null ? 0 : IntRange.parse(0, MAX_MILLIS, text).orElse(0));
    }

    /// Waits on the calling thread.
    public void await() throws InterruptedException {
        Thread.sleep(millis);
    }
}

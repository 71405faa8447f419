package dev.loombench.load.http2;

/// The pause before a connection is opened again.
///
/// There is none after a connection with a response. Otherwise it is `10 ms * 2^(n-1)` after the
/// n-th connection in a row without a response, and at most 1 s.
final class ReopeningPause {
    private static final long FIRST_NANOS = 10_000_000;
    private static final long MAX_NANOS = 1_000_000_000;
    private static final int MAX_DOUBLINGS = 7;

    /// Connections in a row without a response.
    private int fruitless;

    private boolean responded;
    private long endNanos;

    /// Handles that a connection is being opened.
    void opening() {
        responded = false;
    }

    /// Handles that the connection has a response.
    void responded() {
        responded = true;
        fruitless = 0;
    }

    /// Whether the connection has had a response.
    boolean hasResponse() {
        return responded;
    }

    /// Begins after the end of a connection.
    void begin(long now) {
        fruitless = responded ? 0 : fruitless + 1;
        endNanos = now + lengthNanos();
    }

    private long lengthNanos() {
        if (fruitless == 0) {
            return 0;
        }
        return Math.min(MAX_NANOS, FIRST_NANOS << Math.min(fruitless - 1, MAX_DOUBLINGS));
    }

    boolean isOver(long now) {
        return fruitless == 0 || endNanos - now <= 0;
    }

    /// When it ends.
    long endNanos() {
        return endNanos;
    }
}

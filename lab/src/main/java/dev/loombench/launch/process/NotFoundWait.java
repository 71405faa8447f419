package dev.loombench.launch.process;

import java.time.Duration;
import java.util.OptionalLong;

/// The time for which a path that is not found is waited for: some application servers respond with
/// 404 until they have deployed the application. It is the time that the service took to its first
/// such response, and 2 s at least; then 404 is its response. Not thread-safe.
final class NotFoundWait {
    private static final Duration SHORTEST = Duration.ofSeconds(2);

    private final long begunNanos;
    private OptionalLong firstNanos = OptionalLong.empty();

    /// @param begunNanos start of the service, on the monotonic clock
    NotFoundWait(long begunNanos) {
        this.begunNanos = begunNanos;
    }

    /// Adds a look at the service.
    ///
    /// @param notFound whether it responds with 404 now
    /// @param nanos time of the look
    /// @return whether it has done so in all looks for long enough
    boolean isOver(boolean notFound, long nanos) {
        if (!notFound) {
            firstNanos = OptionalLong.empty();
            return false;
        }
        long first = firstNanos.orElse(nanos);
        firstNanos = OptionalLong.of(first);
        return nanos - first >= Math.max(SHORTEST.toNanos(), first - begunNanos);
    }
}

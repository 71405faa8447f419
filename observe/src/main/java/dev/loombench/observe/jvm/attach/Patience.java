package dev.loombench.observe.jvm.attach;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// How long a JVM is waited for: a limit for the time without a reply, in which its collections do
/// not count. A JVM that a collection stops replies once it is over; its counters show it
/// meanwhile.
public final class Patience {
    /// No collection lasts longer.
    static final Duration LONGEST = Duration.ofMinutes(10);

    private static final Duration LOOK = Duration.ofMillis(500);

    private final Duration limit;
    private final long start;
    private long lastCollection;

    /// @param nanos the start of the wait, on the monotonic clock
    Patience(Duration limit, long nanos) {
        this.limit = limit;
        start = nanos;
        lastCollection = nanos;
    }

    /// Whether the wait goes on.
    ///
    /// @param collecting whether a collection is in progress at that time
    boolean lasts(long nanos, boolean collecting) {
        if (collecting) {
            lastCollection = nanos;
        }
        return nanos - lastCollection < limit.toNanos() && nanos - start < LONGEST.toNanos();
    }

    /// Waits for a reply.
    ///
    /// @param counters the JVM's file of counters; empty where it has none
    /// @return empty where none came
    /// @throws ExecutionException when the call failed
    public static <T> Optional<T> await(Future<T> reply, Duration limit, Optional<Path> counters)
            throws ExecutionException, IOException {
        var patience = new Patience(limit, System.nanoTime());
        long look = Math.min(LOOK.toNanos(), limit.toNanos());
        while (true) {
            try {
                return Optional.of(reply.get(look, TimeUnit.NANOSECONDS));
            } catch (TimeoutException e) {
                if (!patience.lasts(System.nanoTime(), isCollecting(counters))) {
                    return Optional.empty();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted", e);
            }
        }
    }

    private static boolean isCollecting(Optional<Path> counters) {
        return counters.flatMap(PerfCounters::read).filter(PerfCounters::isCollecting).isPresent();
    }
}

package dev.loombench.run.trial;

import dev.loombench.load.LoadRun;
import dev.loombench.result.LoadResult.Interval;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.LongSupplier;

/// The phase after the measured window: a single user, whose requests never queue.
final class UnloadedPhase {
    private static final String NAME = "unloaded";
    private static final long SAMPLE_INTERVAL_NANOS = 50_000_000;

    private UnloadedPhase() {}

    /// Whether there are enough responses: 3 after 0.3 s, or 1 after 1 s.
    static boolean isOver(long responses, long elapsedNanos) {
        return (responses >= 3 && elapsedNanos >= 300_000_000)
                || (responses >= 1 && elapsedNanos >= 1_000_000_000);
    }

    /// @return median response time, ns; empty without a response
    static OptionalDouble median(List<Interval> intervals) {
        return intervals.stream()
                .map(Interval::responseTime)
                .reduce((a, b) -> {
                    a.add(b);
                    return a;
                })
                .filter(h -> h.getTotalCount() > 0)
                .map(h -> OptionalDouble.of((double) h.getValueAtPercentile(50)))
                .orElse(OptionalDouble.empty());
    }

    /// @param load of a single user
    /// @param startNanos time before the load started
    /// @param timeout of a request, after which the phase ends in any case
    /// @return median response time, ns; empty without a response
    static OptionalDouble run(
            LoadRun load,
            long startNanos,
            Duration timeout,
            LongSupplier nanoTime,
            Pause pause,
            ServerHealth server,
            TrialProgress progress)
            throws InterruptedException, ServerFailed {
        load.openWindow();
        for (long elapsed = 0;
                elapsed < timeout.toNanos();
                elapsed = nanoTime.getAsLong() - startNanos) {
            progress.update("measuring a single user", Duration.ofNanos(elapsed), 0);
            pause.pause(NAME, SAMPLE_INTERVAL_NANOS);
            if (isOver(load.progress().succeeded(), elapsed)) {
                break;
            }
        }
        return median(load.<ServerFailed>closeWindow(() -> server.check(NAME)).intervals());
    }
}

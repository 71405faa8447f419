package dev.loombench.run.trial;

import dev.loombench.load.RunningLoad;
import dev.loombench.load.result.LoadResult.Second;
import dev.loombench.result.UnloadedResponse;
import dev.loombench.run.server.ServerFailed;
import dev.loombench.run.server.ServerHealth;
import dev.loombench.run.trial.slice.Pause;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.HdrHistogram.Histogram;

/// The phase after the measured window: a single user, whose requests never queue.
///
/// It goes on until the mean is precise: where response times vary, for up to 2 s. Their spread is
/// known once a window is closed. Each further window is as long as all before it, since a request
/// between two windows is not recorded.
///
/// @param startNanos time before the load started
/// @param timeout of a request, after which the phase ends in any case
record UnloadedPhase(long startNanos, Duration timeout, LongSupplier nanoTime, Pause pause) {
    private static final String NAME = "unloaded";
    private static final long SAMPLE_INTERVAL_NANOS = 50_000_000;

    /// Beyond it, no further window is opened.
    private static final long LIMIT_NANOS = 2_000_000_000;

    /// Standard error of a precise mean, as a share of it.
    private static final double ERROR_LIMIT = 0.1;

    /// The load of a single user.
    interface SingleUser {
        /// Responses since the load started.
        long succeeded();

        /// @param first whether it is the first window
        void openWindow(boolean first);

        /// Waits for the responses to the requests of the window.
        List<Second> closeWindow() throws InterruptedException, ServerFailed;

        /// A running load whose end is awaited while the server is healthy.
        static SingleUser of(RunningLoad load, ServerHealth server) {
            return new CheckedUser(load, server);
        }
    }

    /// Whether there are enough responses: 3 after 0.3 s, or 1 after 1 s.
    static boolean hasEnough(long responses, long elapsedNanos) {
        return (responses >= 3 && elapsedNanos >= 300_000_000)
                || (responses >= 1 && elapsedNanos >= 1_000_000_000);
    }

    /// @return empty without a response
    Optional<UnloadedResponse> run(SingleUser user, TrialProgress progress)
            throws InterruptedException, ServerFailed {
        var times = new Histogram(3);
        times.setAutoResize(true);
        long elapsed = 0;
        do {
            user.openWindow(elapsed == 0);
            elapsed = await(user, Math.min(2 * elapsed, LIMIT_NANOS), progress);
            user.closeWindow().forEach(interval -> times.add(interval.responseTime()));
        } while (elapsed < Math.min(LIMIT_NANOS, timeout.toNanos()) && !isPrecise(times));
        return UnloadedResponse.of(times);
    }

    /// Waits until there are enough responses, and at least until a time.
    ///
    /// @return the time, since the start
    private long await(SingleUser user, long untilNanos, TrialProgress progress)
            throws InterruptedException, ServerFailed {
        long elapsed = elapsedNanos();
        while (elapsed < timeout.toNanos()) {
            progress.update("measuring a single user", Duration.ofNanos(elapsed), 0);
            pause.pause(NAME, SAMPLE_INTERVAL_NANOS);
            if (elapsed >= untilNanos && hasEnough(user.succeeded(), elapsed)) {
                break;
            }
            elapsed = elapsedNanos();
        }
        return elapsed;
    }

    private long elapsedNanos() {
        return nanoTime.getAsLong() - startNanos;
    }

    private static boolean isPrecise(Histogram times) {
        return UnloadedResponse.of(times).filter(r -> r.relativeError() <= ERROR_LIMIT).isPresent();
    }

    private record CheckedUser(RunningLoad load, ServerHealth server) implements SingleUser {
        @Override
        public long succeeded() {
            return load.progress().succeeded();
        }

        @Override
        public void openWindow(boolean first) {
            if (first) {
                load.openWindow();
            } else {
                load.openNextSlice();
            }
        }

        @Override
        public List<Second> closeWindow() throws InterruptedException, ServerFailed {
            return load.<ServerFailed>closeWindow(() -> server.check(NAME)).intervals();
        }
    }
}

package dev.loombench.run.trial;

import dev.loombench.load.RunningLoad;
import dev.loombench.load.result.LoadProgress;
import dev.loombench.load.result.LoadResult;
import dev.loombench.load.result.LoadResult.Second;
import dev.loombench.run.server.ServerFailed;
import dev.loombench.run.server.ServerHealth;
import dev.loombench.run.trial.slice.Pause;
import java.time.Duration;
import java.util.ArrayList;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.HdrHistogram.Histogram;

/// A window of a search: it ends early once a rule says so.
///
/// @param rate of the arrivals, requests/s
/// @param length unless it ends early
public record ProbeWindow(double rate, Duration length, StopRule rule) {
    static final String NAME = "probe";

    /// Time between two samples of the load.
    public static final Duration SAMPLE_INTERVAL = Duration.ofMillis(50);

    /// The decision to end a window early.
    public interface StopRule {
        boolean isOver(SoFar soFar);
    }

    /// What has happened in a window.
    ///
    /// @param elapsed since its start
    /// @param responseTime of the responses, ns; those of seconds whose requests have not all ended
    ///   are missing
    /// @param ended requests that succeeded or failed
    /// @param errors of these, the failed ones
    /// @param outstanding requests without a response: those in flight, or more where the expected
    ///   number of arrivals shows that others wait for a connection
    public record SoFar(
            Duration elapsed,
            Histogram responseTime,
            long ended,
            long errors,
            double outstanding) {}

    /// The response times of the seconds whose requests have ended; written by another thread.
    private static final class ResponseTimes {
        private final Histogram all = new Histogram(3);
        private volatile Histogram published = new Histogram(3);

        void add(Second interval) {
            all.add(interval.responseTime());
            published = all.copy();
        }

        /// Not modified any more.
        Histogram get() {
            return published;
        }
    }

    /// @param onSample receives each sample of the load
    Probed run(
            RunningLoad load,
            ServerHealth health,
            LongSupplier nanoTime,
            Pause pause,
            Consumer<LoadProgress> onSample,
            TrialProgress progress)
            throws InterruptedException, ServerFailed {
        var times = new ResponseTimes();
        long start = load.openWindow(OptionalLong.empty(), times::add);
        var first = load.progress();
        var inFlight = new ArrayList<Double>();
        boolean over = false;
        while (!over && !load.windowOver(length)) {
            long left = start + length.toNanos() - nanoTime.getAsLong();
            pause.pause(NAME, Math.clamp(left, 1, SAMPLE_INTERVAL.toNanos()));
            var sample = load.progress();
            onSample.accept(sample);
            inFlight.add((double) sample.inFlight());
            var soFar = soFar(times.get(), first, sample, sample.nanos() - start);
            progress.update(
                    "probing",
                    soFar.elapsed(),
                    (sample.succeeded() - first.succeeded()) / (soFar.elapsed().toNanos() / 1e9));
            over = rule.isOver(soFar);
        }
        LoadResult result = load.<ServerFailed>closeWindow(() -> health.check(NAME));
        return new Probed(result, over, inFlight);
    }

    /// The arrivals are known by their rate: from the least likely number of them, `n - 5 *
    /// sqrt(n)`.
    private SoFar soFar(Histogram times, LoadProgress first, LoadProgress now, long elapsed) {
        long nanos = Math.max(1, elapsed);
        double expected = rate * nanos / 1e9;
        long errors = now.errors() - first.errors();
        long ended = now.succeeded() - first.succeeded() + errors;
        double waiting = first.inFlight() + expected - 5 * Math.sqrt(expected) - ended;
        return new SoFar(
                Duration.ofNanos(nanos),
                times,
                ended,
                errors,
                Math.max((double) now.inFlight(), waiting));
    }
}

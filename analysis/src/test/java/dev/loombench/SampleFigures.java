package dev.loombench;

import dev.loombench.analysis.trial.Cost;
import dev.loombench.analysis.trial.EventsPerRequest;
import dev.loombench.analysis.trial.Latency;
import dev.loombench.analysis.trial.TrialFigures;
import dev.loombench.analysis.trial.WithinNoise;
import dev.loombench.stats.series.SettlingTime;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.HdrHistogram.Histogram;

/// Figures of a trial that have a throughput and, where a test needs them, latencies and threads.
public final class SampleFigures {
    private SampleFigures() {}

    private static final Histogram NO_TIMES = new Histogram(3);

    /// @param throughput requests per second
    public static TrialFigures of(int block, double throughput) {
        return of(block, throughput, NO_TIMES, OptionalDouble.empty());
    }

    /// @param times response and service times, ns
    public static TrialFigures of(
            int block, double throughput, Histogram times, OptionalDouble threads) {
        return of(
                block, throughput, new Latency(times, times, Optional.empty(), List.of()), threads);
    }

    /// @param seconds the response times of each second of an open load, ns
    public static TrialFigures of(int block, List<Histogram> seconds) {
        var all = new Histogram(3);
        all.setAutoResize(true);
        seconds.forEach(all::add);
        return of(
                block,
                (double) all.getTotalCount() / seconds.size(),
                new Latency(all, all, Optional.empty(), seconds),
                OptionalDouble.empty());
    }

    private static TrialFigures of(
            int block, double throughput, Latency latency, OptionalDouble threads) {
        var none = OptionalDouble.empty();
        return new TrialFigures(
                block,
                throughput,
                latency,
                new Cost(none, OptionalDouble.of(0), none, threads, EventsPerRequest.NONE),
                new TrialFigures.Errors(0, 0),
                none,
                new SettlingTime.Indeterminate(),
                WithinNoise.UNKNOWN);
    }
}

package dev.loombench.analysis.trial;

import dev.loombench.experiment.Metric;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.stats.series.CorrelatedMean;
import dev.loombench.traffic.Workload;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/// How precisely the window of one trial determines the figures of its process: standard errors of
/// their logarithms, from parts of the window of about a second, which [correlate][CorrelatedMean].
///
/// What processes differ by beyond it is not noise within them. A part without a response among
/// many shows that the process stood still: the noise is then infinite.
///
/// @param throughput empty where the window has too few parts, as are the others
/// @param responseTime of its mean
/// @param ends what the [ends of the window][EdgeEffects] may have added to or taken from
///   throughput, of its logarithm
/// @param longest response
public record WithinNoise(
        OptionalDouble throughput,
        OptionalDouble cpuPerRequest,
        OptionalDouble responseTime,
        OptionalDouble ends,
        LongestResponse longest) {
    /// Of a trial whose parts are not known.
    public static final WithinNoise UNKNOWN =
            new WithinNoise(
                    OptionalDouble.empty(),
                    OptionalDouble.empty(),
                    OptionalDouble.empty(),
                    OptionalDouble.empty(),
                    LongestResponse.NONE);

    private static final int MIN_PARTS = 4;

    /// Responses per part from which on a part without one is none by chance: `e^-10` of them.
    private static final long MANY = 10;

    static WithinNoise of(Workload load, Completed trial, Latency latency) {
        return new WithinNoise(
                of(Metric.THROUGHPUT, trial),
                of(Metric.CPU_PER_REQUEST, trial),
                of(Metric.P50, trial),
                EdgeEffects.ofThroughput(load, trial, latency.serviceTime()),
                LongestResponse.of(load, latency.responseTime()));
    }

    /// The effect that the ends of several windows have in common, as where all begin at the same
    /// phase of waves: it does not become smaller with their number. 0 where it is not known.
    public static double commonEnds(List<TrialFigures> trials) {
        return EdgeEffects.common(
                trials.stream().flatMapToDouble(t -> t.noise().ends().stream()).toArray());
    }

    private static OptionalDouble of(Metric metric, Completed trial) {
        int parts = (int) Math.round(trial.window().seconds());
        if (parts < MIN_PARTS) {
            return OptionalDouble.empty();
        }
        var windows =
                IntStream.range(0, parts).mapToObj(i -> WindowPart.of(trial, i, parts)).toList();
        boolean manyResponses = trial.load().counts().succeededInWindow() >= MANY * parts;
        if (manyResponses
                && windows.stream()
                        .anyMatch(part -> WindowPart.lacksResponses(metric, trial, part))) {
            return OptionalDouble.of(Double.POSITIVE_INFINITY);
        }
        var logs =
                windows.stream()
                        .map(part -> WindowPart.value(metric, trial, part))
                        .flatMapToDouble(OptionalDouble::stream)
                        .filter(v -> v > 0)
                        .map(Math::log)
                        .toArray();
        return logs.length < parts
                ? OptionalDouble.empty()
                : OptionalDouble.of(CorrelatedMean.standardError(logs));
    }

    /// Of a metric; of a percentile, that of the mean response time. Empty where it is not known.
    public OptionalDouble of(Metric metric) {
        return switch (metric) {
            case THROUGHPUT ->
                    DoubleStream.concat(throughput.stream(), ends.stream().map(Math::abs)).max();
            case CPU_PER_REQUEST -> cpuPerRequest;
            case P50, P75, P90, P95, P99, P999, P9999 -> responseTime;
            case INSTRUCTIONS_PER_REQUEST,
                    CYCLES_PER_REQUEST,
                    PEAK_RSS,
                    THREADS,
                    ELAPSED,
                    RAMP_UP,
                    CAPACITY ->
                    OptionalDouble.empty();
        };
    }
}

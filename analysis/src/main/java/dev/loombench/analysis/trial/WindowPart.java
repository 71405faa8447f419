package dev.loombench.analysis.trial;

import dev.loombench.base.Window;
import dev.loombench.experiment.Metric;
import dev.loombench.load.result.LoadResult;
import dev.loombench.load.result.RecordedValues;
import dev.loombench.observe.result.MetricId;
import dev.loombench.result.TrialOutcome.Completed;
import java.util.OptionalDouble;

/// The value of a metric within a part of the window of one trial.
///
/// For percentiles the mean response time stands in, which needs fewer responses.
public final class WindowPart {
    private WindowPart() {}

    /// One of equal parts of the window.
    ///
    /// @param index from 0
    public static Window of(Completed trial, int index, int parts) {
        long length = trial.window().nanos() / parts;
        long start = trial.window().startNanos() + index * length;
        return new Window(start, start + length);
    }

    /// In a unit of its own, for ratios of parts of equal length; empty for a metric that has no
    /// value within a part, and without responses there.
    public static OptionalDouble value(Metric metric, Completed trial, Window part) {
        return switch (metric) {
            case THROUGHPUT -> responses(trial, part);
            case CPU_PER_REQUEST -> cpuPerRequest(trial, part);
            case P50, P75, P90, P95, P99, P999, P9999 -> meanResponse(trial, part);
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

    /// Whether a part had no response, which leaves a metric that was observed there without a
    /// value above 0. False for a metric that has no value within a part.
    static boolean lacksResponses(Metric metric, Completed trial, Window part) {
        return switch (metric) {
            case THROUGHPUT -> isZero(responses(trial, part));
            case CPU_PER_REQUEST ->
                    trial.series(MetricId.PROCESS_CPU).isPresent()
                            && isZero(responses(trial, part));
            case P50, P75, P90, P95, P99, P999, P9999 -> {
                var within =
                        trial.load().intervals().stream()
                                .filter(interval -> part.contains(middle(interval)))
                                .toList();
                yield !within.isEmpty()
                        && within.stream().allMatch(i -> i.responseTime().getTotalCount() == 0);
            }
            case INSTRUCTIONS_PER_REQUEST,
                    CYCLES_PER_REQUEST,
                    PEAK_RSS,
                    THREADS,
                    ELAPSED,
                    RAMP_UP,
                    CAPACITY ->
                    false;
        };
    }

    private static boolean isZero(OptionalDouble count) {
        return count.isPresent() && count.getAsDouble() <= 0;
    }

    private static OptionalDouble cpuPerRequest(Completed trial, Window part) {
        var responses = responses(trial, part);
        var cpu =
                trial.series(MetricId.PROCESS_CPU)
                        .map(s -> s.growth(part))
                        .orElse(OptionalDouble.empty());
        return cpu.isPresent() && responses.isPresent() && responses.getAsDouble() > 0
                ? OptionalDouble.of(cpu.getAsDouble() / responses.getAsDouble())
                : OptionalDouble.empty();
    }

    private static OptionalDouble responses(Completed trial, Window part) {
        return trial.series(MetricId.LOAD_RESPONSES)
                .map(s -> s.growth(part))
                .orElse(OptionalDouble.empty());
    }

    /// Of the intervals whose middle is in the part.
    private static OptionalDouble meanResponse(Completed trial, Window part) {
        double sum = 0;
        long count = 0;
        for (var interval : trial.load().intervals()) {
            if (part.contains(middle(interval))) {
                long responses = interval.responseTime().getTotalCount();
                sum += responses * RecordedValues.mean(interval.responseTime());
                count += responses;
            }
        }
        return count == 0 ? OptionalDouble.empty() : OptionalDouble.of(sum / count);
    }

    private static long middle(LoadResult.Second interval) {
        return interval.window().startNanos() + interval.window().nanos() / 2;
    }
}

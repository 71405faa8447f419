package dev.loombench.analysis.trial;

import dev.loombench.result.LoadResult;
import dev.loombench.result.MetricId;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.result.Window;
import dev.loombench.spec.Metric;
import java.util.OptionalDouble;

/// The change of a metric within the window of one trial: its value in the last third of the window
/// over that in the first.
///
/// For percentiles the mean response time stands in, which needs fewer responses.
public final class Drift {
    private Drift() {}

    /// The ratio, no unit; empty for a metric that has no value within a third, and without
    /// responses there.
    public static OptionalDouble of(Metric metric, Completed trial) {
        var first = third(trial.window(), 0);
        var last = third(trial.window(), 2);
        return switch (metric) {
            case THROUGHPUT -> ratio(throughput(trial, last), throughput(trial, first));
            case CPU_PER_REQUEST -> ratio(cpuPerRequest(trial, last), cpuPerRequest(trial, first));
            case P50, P75, P90, P95, P99, P999, P9999 ->
                    ratio(meanResponse(trial, last), meanResponse(trial, first));
            case INSTRUCTIONS_PER_REQUEST,
                    CYCLES_PER_REQUEST,
                    PEAK_RSS,
                    THREADS,
                    ELAPSED,
                    RAMP_UP ->
                    OptionalDouble.empty();
        };
    }

    private static Window third(Window window, int index) {
        long length = window.nanos() / 3;
        long start = window.startNanos() + index * length;
        return new Window(start, start + length);
    }

    private static OptionalDouble ratio(OptionalDouble last, OptionalDouble first) {
        return last.isPresent() && first.isPresent() && first.getAsDouble() > 0
                ? positive(last.getAsDouble() / first.getAsDouble())
                : OptionalDouble.empty();
    }

    private static OptionalDouble positive(double value) {
        return value > 0 ? OptionalDouble.of(value) : OptionalDouble.empty();
    }

    private static OptionalDouble throughput(Completed trial, Window third) {
        return responses(trial, third);
    }

    private static OptionalDouble cpuPerRequest(Completed trial, Window third) {
        var responses = responses(trial, third);
        var cpu =
                trial.series(MetricId.PROCESS_CPU)
                        .map(s -> s.growth(third))
                        .orElse(OptionalDouble.empty());
        return cpu.isPresent() && responses.isPresent() && responses.getAsDouble() > 0
                ? OptionalDouble.of(cpu.getAsDouble() / responses.getAsDouble())
                : OptionalDouble.empty();
    }

    private static OptionalDouble responses(Completed trial, Window third) {
        return trial.series(MetricId.LOAD_RESPONSES)
                .map(s -> s.growth(third))
                .orElse(OptionalDouble.empty());
    }

    /// Of the intervals whose middle lies in the third.
    private static OptionalDouble meanResponse(Completed trial, Window third) {
        double sum = 0;
        long count = 0;
        for (var interval : trial.load().intervals()) {
            if (third.contains(middle(interval))) {
                long responses = interval.responseTime().getTotalCount();
                sum += responses == 0 ? 0 : responses * interval.responseTime().getMean();
                count += responses;
            }
        }
        return count == 0 ? OptionalDouble.empty() : OptionalDouble.of(sum / count);
    }

    private static long middle(LoadResult.Interval interval) {
        return interval.window().startNanos() + interval.window().nanos() / 2;
    }
}

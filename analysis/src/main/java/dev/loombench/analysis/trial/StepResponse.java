package dev.loombench.analysis.trial;

import dev.loombench.base.Window;
import dev.loombench.observe.result.MetricId;
import dev.loombench.observe.result.Observation.Series;
import dev.loombench.result.TrialOutcome.Successful;
import dev.loombench.stats.series.SettlingTime;
import dev.loombench.traffic.LoadStep;
import dev.loombench.traffic.Workload;
import java.util.OptionalDouble;

/// The response of a trial's throughput to the highest jump of its load.
///
/// Throughput is sampled every quarter of a second, from the jump until the load changes again or
/// the window ends; it has settled when it stays within 5 % of its level ({@link SettlingTime}).
/// Where that merges samples, the time is known to so many of them.
final class StepResponse {
    private static final long BIN_NANOS = 250_000_000;
    private static final double TOLERANCE = 0.05;

    private StepResponse() {}

    static SettlingTime of(Workload load, Successful trial) {
        var window = trial.window();
        var responses = trial.series(MetricId.LOAD_RESPONSES);
        var step = LoadStep.highest(load, window.nanos());
        return responses.isEmpty() || step.isEmpty()
                ? new SettlingTime.Indeterminate()
                : SettlingTime.of(rates(responses.get(), step.get(), window), TOLERANCE);
    }

    /// From the jump until throughput had settled, ns: a lower bound where it had not settled, and
    /// one [unit][#unitNanos], an upper bound, where it settled at once.
    static OptionalDouble nanos(SettlingTime settling) {
        return switch (settling) {
            case SettlingTime.Settled(var after, var resolution, _) ->
                    OptionalDouble.of((double) Math.max(after, resolution) * BIN_NANOS);
            case SettlingTime.Moving(var values) -> OptionalDouble.of((double) values * BIN_NANOS);
            case SettlingTime.Indeterminate _ -> OptionalDouble.empty();
        };
    }

    /// The length of the parts of which that time is a whole number, ns.
    static long unitNanos(SettlingTime settling) {
        return switch (settling) {
            case SettlingTime.Settled(_, var resolution, _) -> resolution * BIN_NANOS;
            case SettlingTime.Moving _, SettlingTime.Indeterminate _ -> BIN_NANOS;
        };
    }

    private static double[] rates(Series responses, LoadStep step, Window window) {
        var rates = new double[(int) ((step.until() - step.at()) / BIN_NANOS)];
        for (int i = 0; i < rates.length; i++) {
            long start = window.startNanos() + step.at() + i * BIN_NANOS;
            rates[i] = responses.growth(new Window(start, start + BIN_NANOS)).orElse(0);
        }
        return rates;
    }
}

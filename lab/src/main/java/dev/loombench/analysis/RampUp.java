package dev.loombench.analysis;

import dev.loombench.result.MetricId;
import dev.loombench.result.Observation.Series;
import dev.loombench.result.RunManifest;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.result.TrialOutcome.Successful;
import dev.loombench.result.Window;
import dev.loombench.spec.load.LoadStep;
import dev.loombench.spec.load.Workload;
import dev.loombench.stats.Interval;
import dev.loombench.stats.SettlingTime;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/// How soon a variant's throughput followed a load that jumps upwards, over its trials.
///
/// Throughput is read every quarter of a second, from the jump until the load changes again or the
/// window ends; it has come to its level when it stays within 5 % of it ({@link SettlingTime}).
///
/// @param step the highest jump of the load
/// @param meanNanos of the trials; those that had not settled count at the least that they took
/// @param interval 95 % over trials, ns; empty below two and where they differ too much for one
/// @param trials whose throughput can be judged
/// @param moving of these, had not settled
public record RampUp(
        LoadStep step, double meanNanos, Optional<Interval> interval, int trials, int moving) {
    static final long BIN_NANOS = 250_000_000;
    private static final double TOLERANCE = 0.05;

    static Optional<RampUp> of(RunManifest manifest, List<Completed> completed) {
        var load = manifest.spec().load();
        var settlings = completed.stream().map(t -> settling(load, t)).toList();
        var times = settlings.stream().flatMapToDouble(s -> nanos(s).stream()).toArray();
        return completed.stream()
                .findFirst()
                .filter(_ -> times.length > 0)
                .flatMap(t -> LoadStep.highest(load, t.load().window().nanos()))
                .map(step ->
                        new RampUp(
                                step,
                                Arrays.stream(times).average().orElseThrow(),
                                new Estimates(Analysis.LEVEL, manifest.seed())
                                        .mean(times, rounding(times))
                                        .filter(Interval::informative),
                                times.length,
                                (int)
                                        settlings.stream()
                                                .filter(SettlingTime.Moving.class::isInstance)
                                                .count()));
    }

    /// Half a bin, as a share of the shortest time: all are whole bins.
    private static double rounding(double[] times) {
        return BIN_NANOS / 2.0 / Arrays.stream(times).min().orElse(BIN_NANOS);
    }

    /// How one trial's throughput followed.
    static SettlingTime settling(Workload load, Successful trial) {
        var window = trial.window();
        var answers =
                trial.observations().stream()
                        .filter(o -> o instanceof Series s && s.metric() == MetricId.LOAD_ANSWERS)
                        .map(Series.class::cast)
                        .findFirst();
        var step = LoadStep.highest(load, window.nanos());
        return answers.isEmpty() || step.isEmpty()
                ? new SettlingTime.Indeterminate()
                : SettlingTime.of(rates(answers.get(), step.get(), window), TOLERANCE);
    }

    /// From the jump until throughput had settled, ns; at least that where it had not, and at most
    /// that, one bin, where it was there at once.
    static OptionalDouble nanos(SettlingTime settling) {
        return switch (settling) {
            case SettlingTime.Settled(var after, _, _) ->
                    OptionalDouble.of((double) Math.max(after, 1) * BIN_NANOS);
            case SettlingTime.Moving(var values) -> OptionalDouble.of((double) values * BIN_NANOS);
            case SettlingTime.Indeterminate _ -> OptionalDouble.empty();
        };
    }

    private static double[] rates(Series answers, LoadStep step, Window window) {
        var rates = new double[(int) ((step.until() - step.at()) / BIN_NANOS)];
        for (int i = 0; i < rates.length; i++) {
            long start = window.startNanos() + step.at() + i * BIN_NANOS;
            rates[i] = answers.growth(new Window(start, start + BIN_NANOS)).orElse(0);
        }
        return rates;
    }
}

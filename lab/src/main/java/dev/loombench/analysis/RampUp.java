package dev.loombench.analysis;

import dev.loombench.analysis.trial.StepResponse;
import dev.loombench.analysis.trial.TrialFigures;
import dev.loombench.result.RunManifest;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.spec.load.LoadStep;
import dev.loombench.stats.Interval;
import dev.loombench.stats.SettlingTime;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// How soon a variant's throughput followed a load that jumps upwards, over its trials ({@link
/// StepResponse}).
///
/// @param step the highest jump of the load
/// @param meanNanos of the trials; those that had not settled count at the least that they took
/// @param interval 95 % over trials, ns; empty below two and where they differ too much for one
/// @param trials whose throughput can be judged
/// @param moving of these, had not settled
public record RampUp(
        LoadStep step, double meanNanos, Optional<Interval> interval, int trials, int moving) {

    /// @param figures of the trials
    static Optional<RampUp> of(
            RunManifest manifest, List<Completed> completed, List<TrialFigures> figures) {
        var load = manifest.spec().load();
        var times = figures.stream().flatMapToDouble(f -> f.rampUp().stream()).toArray();
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
                                        figures.stream()
                                                .map(TrialFigures::settling)
                                                .filter(SettlingTime.Moving.class::isInstance)
                                                .count()));
    }

    /// Half a bin, as a share of the shortest time: all are whole bins.
    private static double rounding(double[] times) {
        return StepResponse.BIN_NANOS
                / 2.0
                / Arrays.stream(times).min().orElse(StepResponse.BIN_NANOS);
    }
}

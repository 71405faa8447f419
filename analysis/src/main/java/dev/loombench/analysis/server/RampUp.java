package dev.loombench.analysis.server;

import dev.loombench.analysis.comparison.ConfidenceLevels;
import dev.loombench.analysis.comparison.Estimates;
import dev.loombench.analysis.trial.TrialFigures;
import dev.loombench.experiment.Metric;
import dev.loombench.result.RunManifest;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.stats.Interval;
import dev.loombench.stats.series.SettlingTime;
import dev.loombench.traffic.LoadStep;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// The time until a variant's throughput followed an upward jump of the load, over its trials
/// ([TrialFigures#rampUp]).
///
/// @param step the highest jump of the load
/// @param meanNanos of the trials; those that had not settled count at a lower bound
/// @param interval 95 % over trials, ns; empty below two trials and where they differ too much
/// @param trials whose throughput could be evaluated
/// @param unsettled trials of these that had not settled
public record RampUp(
        LoadStep step, double meanNanos, Optional<Interval> interval, int trials, int unsettled) {

    /// @param figures of the trials
    static Optional<RampUp> of(
            RunManifest manifest, List<Completed> completed, List<TrialFigures> figures) {
        var load = manifest.experiment().load();
        var times = figures.stream().flatMapToDouble(f -> f.rampUp().stream()).toArray();
        return completed.stream()
                .findFirst()
                .filter(_ -> times.length > 0)
                .flatMap(t -> LoadStep.highest(load, t.load().window().nanos()))
                .map(step ->
                        new RampUp(
                                step,
                                Arrays.stream(times).average().orElseThrow(),
                                new Estimates(ConfidenceLevels.LEVEL)
                                        .mean(times, rounding(figures))
                                        .filter(Interval::informative),
                                times.length,
                                (int)
                                        figures.stream()
                                                .map(TrialFigures::settling)
                                                .filter(SettlingTime.Moving.class::isInstance)
                                                .count()));
    }

    /// The largest of a trial, as a share of its time.
    private static double rounding(List<TrialFigures> figures) {
        return figures.stream().mapToDouble(f -> f.rounding(Metric.RAMP_UP)).max().orElse(0);
    }
}

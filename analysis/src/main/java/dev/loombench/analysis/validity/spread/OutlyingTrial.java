package dev.loombench.analysis.validity.spread;

import static dev.loombench.text.Figures.axis;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.analysis.finding.VariantTrials;
import dev.loombench.experiment.Experiment;
import dev.loombench.finding.Kind;
import dev.loombench.stats.Descriptive;
import dev.loombench.stats.Outliers;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/// An outlier among the trials of a variant. It stays in the figures.
///
/// @param trial its number in the plan
/// @param metric that decides the experiment
/// @param share by which it differs from the median, below 0 for less
public record OutlyingTrial(String variant, int trial, String metric, double share)
        implements SpreadFinding {
    /// Among fewer trials, none can be identified as an outlier.
    private static final int MIN_TRIALS = 5;

    public static final Kind KIND =
            new Kind(
                    "outlying-trial",
                    "an outlying trial",
                    "with %1$d trials or more, a modified z-score (Iglewicz and Hoaglin 1993) above that which the most extreme of so many normal values exceeds in at most 5 %% of samples (%2$s of %1$d trials, %3$s of 10, %4$s of 25), and beyond the margin; the trial is kept. Not a trial of the rarer of two kinds (`bimodal-trials`)"
                            .formatted(
                                    MIN_TRIALS,
                                    axis(Outliers.threshold(MIN_TRIALS)),
                                    axis(Outliers.threshold(10)),
                                    axis(Outliers.threshold(25))),
                    "note");

    /// @param grouped trials that form a group, and are no outliers
    public static List<OutlyingTrial> of(
            Experiment experiment, VariantTrials trials, List<Integer> grouped) {
        var measured = trials.figures().stream().map(f -> f.value(experiment.metric())).toList();
        if (measured.size() < MIN_TRIALS || measured.stream().anyMatch(v -> v.isEmpty())) {
            return List.of();
        }
        var values = measured.stream().mapToDouble(OptionalDouble::getAsDouble).toArray();
        var scores = Outliers.zScores(values);
        var median = Descriptive.median(values);
        var results = trials.successfulResults();
        var found = new ArrayList<OutlyingTrial>();
        for (int i = 0; i < scores.length; i++) {
            double share = values[i] / median - 1;
            int number = results.get(i).trial().number();
            if (Math.abs(scores[i]) > Outliers.threshold(scores.length)
                    && Math.abs(share) > experiment.margin()
                    && !grouped.contains(number)) {
                found.add(
                        new OutlyingTrial(
                                trials.variant(), number, experiment.metric().label(), share));
            }
        }
        return found;
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                "trial %d is %+.0f %% off the median of %s".formatted(trial, 100 * share, metric),
                "it is kept, and widens the interval: such a trial may recur",
                "compare its folder, trial-%03d, with others".formatted(trial));
    }
}

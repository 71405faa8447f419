package dev.loombench.report;

import dev.loombench.analysis.validity.SpreadFinding;
import dev.loombench.analysis.validity.SpreadFinding.BimodalTrials;
import dev.loombench.analysis.validity.SpreadFinding.OutlyingTrial;
import java.util.List;
import java.util.stream.Collectors;

/// Findings about trials that differ from others of their variant, in words.
final class SpreadFindingText {
    private SpreadFindingText() {}

    static FindingText of(SpreadFinding finding) {
        return switch (finding) {
            case BimodalTrials(
                            var variant,
                            var metric,
                            var trials,
                            var completed,
                            var factor,
                            var compiled) ->
                    compiled
                            ? new FindingText(
                                    "%s: %d of %d JVMs took %.2f times the instructions per request"
                                            .formatted(variant, trials.size(), completed, factor),
                                    "these JVMs compiled the code in another way: the mean depends on their share, and the interval is wide",
                                    "use more trials, and compare %s with others"
                                            .formatted(folders(trials)))
                            : new FindingText(
                                    "%s: trials form two groups; %d of %d have %.2f times the %s of the others"
                                            .formatted(
                                                    variant,
                                                    trials.size(),
                                                    completed,
                                                    factor,
                                                    metric.label()),
                                    "the mean depends on the share of each group, and the interval is wide",
                                    "use more trials, and compare %s with others"
                                            .formatted(folders(trials)));
            case OutlyingTrial(var variant, var trial, var metric, var share) ->
                    new FindingText(
                            "%s: trial %d is %+.0f %% off the median of %s"
                                    .formatted(variant, trial, 100 * share, metric),
                            "it is kept, and widens the interval: such a trial may recur",
                            "compare its folder, trial-%03d, with others".formatted(trial));
        };
    }

    /// `trial-003, trial-005`.
    private static String folders(List<Integer> trials) {
        return trials.stream().map("trial-%03d"::formatted).collect(Collectors.joining(", "));
    }
}

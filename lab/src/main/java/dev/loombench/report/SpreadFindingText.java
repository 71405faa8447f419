package dev.loombench.report;

import dev.loombench.analysis.validity.SpreadFinding;
import dev.loombench.analysis.validity.SpreadFinding.BimodalTrials;
import dev.loombench.analysis.validity.SpreadFinding.OutlyingTrial;
import dev.loombench.analysis.validity.SpreadFinding.TrendOverBlocks;
import java.util.List;
import java.util.stream.Collectors;

/// Findings about trials that differ from others of their variant, in words.
final class SpreadFindingText {
    private SpreadFindingText() {}

    static FindingText of(SpreadFinding finding, LongerRun longer) {
        return switch (finding) {
            case BimodalTrials groups -> bimodal(groups, longer);
            case TrendOverBlocks(var variant, var metric, var blocks) ->
                    new FindingText(
                            "%s: %s changes from block to block over %d blocks, or stays alike in neighbouring ones"
                                    .formatted(variant, metric.label(), blocks),
                            "an interval over blocks assumes that they are independent, and is too narrow",
                            "find what changed on the machine (loombench doctor), let it rest between runs, and repeat the run");
            case OutlyingTrial(var variant, var trial, var metric, var share) ->
                    new FindingText(
                            "%s: trial %d is %+.0f %% off the median of %s"
                                    .formatted(variant, trial, 100 * share, metric),
                            "it is kept, and widens the interval: such a trial may recur",
                            "compare its folder, trial-%03d, with others".formatted(trial));
        };
    }

    private static FindingText bimodal(BimodalTrials groups, LongerRun longer) {
        int few = groups.trials().size();
        return new FindingText(
                groups.compiled()
                        ? "%s: %d of %d JVMs took %.2f times the instructions per request"
                                .formatted(
                                        groups.variant(), few, groups.completed(), groups.factor())
                        : "%s: processes are of two kinds; %s is %s in %d of %d, and %s in the others (%.2f times)"
                                .formatted(
                                        groups.variant(),
                                        groups.metric().label(),
                                        MetricText.figure(groups.metric(), groups.level()),
                                        few,
                                        groups.completed(),
                                        MetricText.figure(groups.metric(), groups.otherLevel()),
                                        groups.factor()),
                groups.compiled()
                        ? "these JVMs compiled the code in another way: a mean depends on the share of each kind"
                        : "a mean depends on the share of each kind, which so few trials do not show",
                "use more trials (%s), and compare %s with others"
                        .formatted(longer.trialsOption(), folders(groups.trials())));
    }

    /// `trial-003, trial-005`.
    private static String folders(List<Integer> trials) {
        return trials.stream().map("trial-%03d"::formatted).collect(Collectors.joining(", "));
    }
}

package dev.loombench.report.finding;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.analysis.finding.ResultFinding;
import dev.loombench.experiment.Experiment;
import dev.loombench.finding.Kind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;

/// Findings of one kind in several variants as one: `a, b: MESSAGE`, or `a: MESSAGE; b: MESSAGE`
/// where their figures differ. Impact and remedy are said once.
public final class FoldedFindings {
    /// What findings that are told together have in common.
    private record Common(Kind kind, String impact, String remedy) {}

    private FoldedFindings() {}

    /// In the order of the first of each.
    ///
    /// @param findings of one severity
    public static List<FindingText> of(List<ResultFinding> findings, Experiment experiment) {
        var longer = LongerRun.than(experiment);
        var groups = new LinkedHashMap<Common, List<ResultFinding>>();
        for (var finding : findings) {
            var words = finding.words(longer);
            var common = new Common(finding.kind(), words.impact(), words.remedy());
            groups.computeIfAbsent(common, _ -> new ArrayList<>()).add(finding);
        }
        return groups.values().stream().map(group -> folded(group, longer)).toList();
    }

    private static FindingText folded(List<ResultFinding> group, LongerRun longer) {
        var first = group.getFirst();
        if (group.size() == 1) {
            return first.text(longer);
        }
        var words = first.words(longer);
        if (group.stream().allMatch(f -> f.words(longer).equals(words))) {
            var variants = group.stream().flatMap(f -> f.variants().stream()).distinct().toList();
            return variants.isEmpty() ? words : words.about(String.join(", ", variants));
        }
        return words.withMessage(
                group.stream()
                        .map(f -> f.text(longer).message())
                        .collect(Collectors.joining("; ")));
    }
}

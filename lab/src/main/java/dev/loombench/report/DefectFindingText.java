package dev.loombench.report;

import static dev.loombench.report.FindingText.names;

import dev.loombench.analysis.defect.DefaultChange;
import dev.loombench.analysis.defect.KnownDefects.Applicable;
import dev.loombench.analysis.validity.DefectFinding;
import dev.loombench.analysis.validity.JdkDefaultsFinding;
import java.util.List;
import java.util.stream.Collectors;

/// Known defects of a server's JDK and libraries, and defaults of JDKs that differ, in words.
final class DefectFindingText {
    private DefectFindingText() {}

    static FindingText of(DefectFinding finding) {
        boolean seen = !finding.seen().isEmpty();
        var defects = seen ? finding.seen() : finding.applicable();
        return new FindingText(
                seen
                        ? "known defects are at work: %s (%s)"
                                .formatted(ids(defects), names(finding.variants()))
                        : "known defects apply and were not seen: %s (%s)"
                                .formatted(ids(defects), names(finding.variants())),
                distinct(defects.stream().map(d -> d.defect().what()).toList()),
                distinct(defects.stream().map(d -> d.defect().remedy()).toList()));
    }

    static FindingText of(JdkDefaultsFinding finding) {
        var changes =
                finding.changes().stream()
                        .map(change ->
                                "from JDK %s on, %s (%s)"
                                        .formatted(change.since(), change.what(), change.id()))
                        .collect(Collectors.joining("; "));
        var settings =
                finding.changes().stream()
                        .map(DefaultChange::setting)
                        .collect(Collectors.joining(", and "));
        return new FindingText(
                "defaults of the JDKs differ: " + changes,
                "the comparison of JDK %s and %s includes their effect"
                        .formatted(finding.oldest(), finding.newest()),
                "to leave it out, set " + settings);
    }

    private static String ids(List<Applicable> defects) {
        return defects.stream()
                .map(d -> "%s of %s".formatted(d.defect().id(), d.subject()))
                .collect(Collectors.joining(", "));
    }

    private static String distinct(List<String> clauses) {
        return clauses.stream().distinct().collect(Collectors.joining("; "));
    }
}

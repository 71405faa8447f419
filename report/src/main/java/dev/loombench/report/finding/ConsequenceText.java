package dev.loombench.report.finding;

import dev.loombench.analysis.Analysis;
import dev.loombench.analysis.finding.ResultFinding;
import dev.loombench.analysis.validity.Consequences;
import dev.loombench.finding.Severity;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The consequences of a finding, in half a line each.
public final class ConsequenceText {
    private ConsequenceText() {}

    /// `So also: requests sent late (invalid), windows that are not flat.`; empty without
    /// consequences.
    public static Optional<String> sentence(Analysis analysis, Consequences group) {
        return sentence(
                group.findings().stream().map(f -> name(f, analysis.severity(f))).distinct());
    }

    /// The same of findings that are all invalid.
    public static Optional<String> ofInvalid(List<ResultFinding> findings) {
        return sentence(findings.stream().map(f -> f.kind().name()).distinct());
    }

    private static Optional<String> sentence(Stream<String> names) {
        var all = names.collect(Collectors.joining(", "));
        return all.isEmpty() ? Optional.empty() : Optional.of("So also: " + all + ".");
    }

    private static String name(ResultFinding finding, Severity severity) {
        return finding.kind().name() + (severity == Severity.INVALID ? " (invalid)" : "");
    }
}

package dev.loombench.analysis.validity;

import dev.loombench.analysis.finding.ResultFinding;
import dev.loombench.experiment.Experiment;
import dev.loombench.finding.Severity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Stream;

/// A finding that no other explains, with those that it explains.
public record Consequences(ResultFinding cause, List<ResultFinding> findings) {
    public Consequences {
        findings = List.copyOf(findings);
    }

    /// In the order of the causes.
    public static List<Consequences> of(List<ResultFinding> all) {
        var byCause = new LinkedHashMap<ResultFinding, List<ResultFinding>>();
        for (var finding : all) {
            if (Causes.of(finding, all).isEmpty()) {
                byCause.put(finding, new ArrayList<>());
            }
        }
        for (var finding : all) {
            Causes.of(finding, all)
                    .map(byCause::get)
                    .ifPresent(consequences -> consequences.add(finding));
        }
        return byCause.entrySet().stream()
                .map(e -> new Consequences(e.getKey(), e.getValue()))
                .toList();
    }

    /// The highest of the cause and of what it explains.
    public Severity severity(Experiment experiment) {
        return Stream.concat(Stream.of(cause), findings.stream())
                .map(f -> f.severity(experiment))
                .max(Comparator.naturalOrder())
                .orElseThrow();
    }
}

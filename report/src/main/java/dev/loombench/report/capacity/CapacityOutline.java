package dev.loombench.report.capacity;

import static dev.loombench.report.Format.plain;

import dev.loombench.analysis.capacity.CapacityResult;
import dev.loombench.export.Outline;
import dev.loombench.export.Outline.Figures;
import dev.loombench.export.Outline.Item;
import dev.loombench.export.Outline.Part;
import dev.loombench.export.Outline.Section;
import dev.loombench.finding.Severity;
import dev.loombench.report.FindingNote;
import dev.loombench.report.ReportText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A search for the capacity: the capacity per variant, claims, what bounds each, findings.
public final class CapacityOutline {
    private final CapacityResult result;

    private CapacityOutline(CapacityResult result) {
        this.result = result;
    }

    public static Outline of(CapacityResult result) {
        var search = new CapacityOutline(result);
        return new Outline(
                CapacityText.question(result),
                CapacityText.verdict(result),
                CapacityText.headline(result),
                List.of(
                        new Section("", search.answer()),
                        new Section("Why", search.why()),
                        new Section("Findings", search.findings(Severity.NOTE, "Note"))),
                CapacityText.method(result));
    }

    private List<Part> answer() {
        var parts = new ArrayList<Part>();
        CapacityText.interrupted(result).ifPresent(text -> parts.add(new Item("", text)));
        parts.addAll(findings(Severity.INVALID, "Invalid"));
        for (var check : result.claims()) {
            parts.add(new Item(plain(check.claim().text()), plain(ReportText.claim(check))));
        }
        parts.add(new Figures(CapacityTable.of(result)));
        return parts;
    }

    private List<Part> why() {
        return result.variants().stream()
                .flatMap(v ->
                        CapacityText.notes(v, result)
                                .<Part>map(text -> new Item(plain(v.variant()), plain(text))))
                .toList();
    }

    private List<Part> findings(Severity severity, String label) {
        return result.findings().stream()
                .filter(f -> f.severity() == severity)
                .<Part>map(f ->
                        FindingNote.of(
                                label, f.text(result.manifest().experiment()), Optional.empty()))
                .toList();
    }
}

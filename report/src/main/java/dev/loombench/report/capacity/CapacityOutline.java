package dev.loombench.report.capacity;

import dev.loombench.analysis.capacity.CapacityResult;
import dev.loombench.analysis.capacity.VariantCapacity;
import dev.loombench.export.AnswerStatus;
import dev.loombench.export.Outline;
import dev.loombench.export.Outline.Aside;
import dev.loombench.export.Outline.Depth;
import dev.loombench.export.Outline.Figures;
import dev.loombench.export.Outline.Item;
import dev.loombench.export.Outline.Origin;
import dev.loombench.export.Outline.Part;
import dev.loombench.export.Outline.Section;
import dev.loombench.finding.Severity;
import dev.loombench.report.Format;
import dev.loombench.report.finding.ClaimPart;
import dev.loombench.report.finding.FindingNote;
import dev.loombench.report.finding.FoldedFindings;
import dev.loombench.report.html.chart.ChartPanel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/// A search for the capacity: the capacity per variant, what bounds each, claims, findings, and its
/// windows.
final class CapacityOutline {
    private final CapacityResult result;

    private CapacityOutline(CapacityResult result) {
        this.result = result;
    }

    static Outline of(CapacityResult result) {
        var search = new CapacityOutline(result);
        return new Outline(
                CapacityText.question(result),
                status(result),
                CapacityText.headline(result),
                List.of(
                        new Section("", search.answer()),
                        new Section("Not measured", search.items(v -> CapacityGaps.of(v, result))),
                        new Section("Why", search.items(v -> CapacityText.notes(v, result))),
                        new Section(
                                "Where requests wait",
                                search.items(v -> CapacityText.reason(v).stream()),
                                Depth.REPORT),
                        new Section(
                                "At the limit",
                                search.items(v -> CapacityText.atLimit(v, result)),
                                Depth.REPORT),
                        new Section("Claims", ClaimPart.of(result.claims())),
                        new Section("Findings", search.findings(Severity.NOTE)),
                        new Section(
                                "For information",
                                search.findings(Severity.INFORMATION),
                                Depth.FULL),
                        new Section("By arrival rate", search.charts(), Depth.FULL),
                        new Section("Windows", search.windows(), Depth.FULL)),
                CapacityText.method(result),
                Optional.of(search.origin()));
    }

    static AnswerStatus status(CapacityResult result) {
        if (!result.valid()) {
            return AnswerStatus.INVALID;
        }
        return result.complete() && result.decided()
                ? AnswerStatus.DECIDED
                : AnswerStatus.UNDECIDED;
    }

    private Origin origin() {
        var manifest = result.manifest();
        return new Origin(
                "capacity", manifest.experiment().name(), Format.minute(manifest.started()));
    }

    private List<Part> answer() {
        var parts = new ArrayList<Part>(findings(Severity.INVALID));
        parts.add(new Figures(CapacityTable.of(result)));
        return parts;
    }

    private List<Part> items(Function<VariantCapacity, Stream<String>> sentences) {
        return result.variants().stream()
                .flatMap(v -> sentences.apply(v).<Part>map(text -> new Item(v.variant(), text)))
                .toList();
    }

    private List<Part> findings(Severity severity) {
        var found = result.findings().stream().filter(f -> f.severity() == severity).toList();
        return FoldedFindings.of(found, result.manifest().experiment()).stream()
                .<Part>map(text -> FindingNote.of(severity, text))
                .toList();
    }

    private List<Part> charts() {
        var charts = CapacityCharts.of(result);
        return charts.isEmpty()
                ? List.of()
                : List.of(
                        new ChartPanel(
                                "A dot is a window, hollow where an objective was violated. The line is the isotonic fit; the shaded range is the 95 % interval of the capacity.",
                                charts));
    }

    /// None of a search that was interrupted before the first.
    private List<Part> windows() {
        var windows = CapacityTable.windows(result);
        return windows.rows().isEmpty()
                ? List.of()
                : List.of(
                        new Figures(windows),
                        new Aside(
                                "Burn is the share of what the objectives allow that was used, 1 at the limit."));
    }
}

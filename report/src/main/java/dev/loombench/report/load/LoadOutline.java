package dev.loombench.report.load;

import dev.loombench.analysis.load.JudgedThreshold;
import dev.loombench.analysis.load.LoadSummary;
import dev.loombench.analysis.validity.Consequences;
import dev.loombench.export.Outline;
import dev.loombench.export.Outline.Facts;
import dev.loombench.export.Outline.Figures;
import dev.loombench.export.Outline.Item;
import dev.loombench.export.Outline.Note;
import dev.loombench.export.Outline.Part;
import dev.loombench.export.Outline.Section;
import dev.loombench.finding.Severity;
import dev.loombench.load.result.LoadResult.RequestCounts;
import dev.loombench.load.text.LatencyTable;
import dev.loombench.load.text.LoadRows;
import dev.loombench.load.text.LoadVerdict;
import dev.loombench.report.ArrivingText;
import dev.loombench.report.finding.ConsequenceText;
import dev.loombench.report.finding.FindingNote;
import java.util.ArrayList;
import java.util.List;

/// A load: why it is invalid, its figures, the latencies, the requests of a mix, the agents, what
/// limits its figures.
final class LoadOutline {
    private final LoadSummary summary;

    private LoadOutline(LoadSummary summary) {
        this.summary = summary;
    }

    static Outline of(LoadSummary summary) {
        var load = new LoadOutline(summary);
        var requests = summary.result().requests();
        var sections = new ArrayList<Section>();
        sections.add(new Section("", load.answer()));
        sections.add(new Section("Latency", load.latency()));
        if (!requests.isEmpty()) {
            sections.add(requests(requests));
        }
        if (!summary.agents().isEmpty()) {
            sections.add(
                    new Section("Agents", List.of(new Figures(AgentTable.of(summary.agents())))));
        }
        sections.add(new Section("Findings", load.notes()));
        return new Outline(
                LoadHeading.of(summary.request()),
                load.verdict().status(),
                load.headline(),
                sections,
                "");
    }

    /// The figures, which stand first in a pull request, after whether they are invalid or of a
    /// part of the window, and the conditions under which the load has failed.
    private String headline() {
        return verdict()
                .headline(LoadRows.headline(summary.result(), summary.deadline(), isClosed()));
    }

    private LoadVerdict verdict() {
        return new LoadVerdict(
                summary.problems().isEmpty(),
                summary.interrupted(),
                texts(summary.violatedThresholds()),
                texts(summary.undecidedThresholds()));
    }

    private static List<String> texts(List<JudgedThreshold> thresholds) {
        return thresholds.stream().map(JudgedThreshold::text).toList();
    }

    private boolean isClosed() {
        return ArrivingText.isClosed(summary.request().model());
    }

    private List<Part> latency() {
        var latency = summary.latency();
        var parts = new ArrayList<Part>();
        parts.add(
                new Figures(
                        LatencyTable.of(
                                latency.responseTime(),
                                latency.serviceTime(),
                                latency.arriving())));
        var times = isClosed() ? summary.serviceTime() : summary.responseTime();
        if (times.getTotalCount() > 0) {
            parts.add(new Distribution(isClosed() ? "service" : "response", times));
        }
        return parts;
    }

    private static Section requests(List<RequestCounts> requests) {
        var parts = new ArrayList<Part>();
        parts.add(new Figures(RequestTable.of(requests)));
        RequestTable.more(requests).ifPresent(more -> parts.add(new Item("", more)));
        return new Section("Requests", parts);
    }

    private List<Part> answer() {
        var parts = new ArrayList<Part>(warnings());
        parts.add(
                new Facts(
                        SummaryRows.of(summary).stream()
                                .filter(row -> !row.lines().isEmpty())
                                .map(row -> new Item(row.name(), String.join("; ", row.lines())))
                                .toList()));
        return parts;
    }

    /// That it was interrupted, and why it is invalid.
    private List<Note> warnings() {
        var warnings = new ArrayList<Note>();
        summary.interruption()
                .ifPresent(time ->
                        warnings.add(
                                new Note(
                                        Severity.NOTE,
                                        "Interrupted",
                                        time + "; the figures are of that time")));
        for (var group : Consequences.of(summary.problems())) {
            warnings.add(
                    FindingNote.of(
                            Severity.INVALID,
                            "Invalid",
                            group.cause().ofLoad(),
                            ConsequenceText.ofInvalid(group.findings())));
        }
        return warnings;
    }

    /// What limits its figures.
    private List<Part> notes() {
        return summary.notes().stream()
                .<Part>map(finding -> FindingNote.of(Severity.NOTE, finding.ofLoad()))
                .toList();
    }
}

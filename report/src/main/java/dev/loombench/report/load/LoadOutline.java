package dev.loombench.report.load;

import dev.loombench.analysis.finding.Consequences;
import dev.loombench.analysis.load.LoadSummary;
import dev.loombench.export.Outline;
import dev.loombench.export.Outline.Figures;
import dev.loombench.export.Outline.Item;
import dev.loombench.export.Outline.Note;
import dev.loombench.export.Outline.Part;
import dev.loombench.export.Outline.Section;
import dev.loombench.export.PageTable;
import dev.loombench.finding.Severity;
import dev.loombench.load.result.LoadResult.RequestCounts;
import dev.loombench.load.text.LatencyTable;
import dev.loombench.load.text.LoadRows;
import dev.loombench.report.ArrivingText;
import dev.loombench.report.finding.ConsequenceText;
import dev.loombench.report.finding.FindingNote;
import java.util.ArrayList;
import java.util.List;

/// A load: why it is invalid, its figures, the latencies, the requests of a mix, the agents.
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
        sections.add(new Section("Latency", List.of(new Figures(latencies(summary)))));
        if (!requests.isEmpty()) {
            sections.add(requests(requests));
        }
        if (!summary.agents().isEmpty()) {
            sections.add(
                    new Section("Agents", List.of(new Figures(AgentTable.of(summary.agents())))));
        }
        return new Outline(
                LoadHeading.of(summary.request()),
                summary.problems().isEmpty() ? "decided" : "invalid",
                load.headline(),
                sections,
                "");
    }

    /// The figures, which stand first in a pull request, after whether they are invalid.
    private String headline() {
        var figures =
                LoadRows.headline(
                        summary.result(),
                        summary.deadline(),
                        ArrivingText.isClosed(summary.request().model()));
        return summary.problems().isEmpty() ? figures : "Invalid result: " + figures;
    }

    static PageTable latencies(LoadSummary summary) {
        var latency = summary.latency();
        return LatencyTable.of(latency.responseTime(), latency.serviceTime(), latency.arriving());
    }

    private static Section requests(List<RequestCounts> requests) {
        var parts = new ArrayList<Part>();
        parts.add(new Figures(RequestTable.of(requests)));
        RequestTable.more(requests).ifPresent(more -> parts.add(new Item("", more)));
        return new Section("Requests", parts);
    }

    private List<Part> answer() {
        var parts = new ArrayList<Part>(warnings(summary));
        parts.addAll(notes(summary));
        for (var row : SummaryRows.of(summary)) {
            if (!row.lines().isEmpty()) {
                parts.add(new Item(row.name(), String.join("; ", row.lines())));
            }
        }
        return parts;
    }

    /// That it was interrupted, and why it is invalid.
    static List<Note> warnings(LoadSummary summary) {
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
    static List<Note> notes(LoadSummary summary) {
        return summary.notes().stream()
                .map(finding -> FindingNote.of(Severity.NOTE, finding.ofLoad()))
                .toList();
    }
}

package dev.loombench.cli.load.report;

import static dev.loombench.report.Format.plain;

import dev.loombench.analysis.finding.Consequences;
import dev.loombench.analysis.finding.ResultFinding;
import dev.loombench.cli.agent.AgentTable;
import dev.loombench.cli.load.result.LoadSummary;
import dev.loombench.load.result.LoadResult.RequestCounts;
import dev.loombench.report.ArrivingText;
import dev.loombench.report.ConsequenceText;
import dev.loombench.report.Outline;
import dev.loombench.report.Outline.Figures;
import dev.loombench.report.Outline.Item;
import dev.loombench.report.Outline.Note;
import dev.loombench.report.Outline.Part;
import dev.loombench.report.Outline.Section;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

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
        sections.add(
                new Section("Latency", List.of(new Figures(LatencyTable.of(summary.latency())))));
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

    /// `99.0 good responses/s; response time p50 10.0 ms, p99 80.0 ms.`
    private String headline() {
        boolean closed = ArrivingText.isClosed(summary.request().model());
        var times = closed ? summary.serviceTime() : summary.responseTime();
        return "%s; %s time p50 %s, p99 %s."
                .formatted(
                        LoadRows.throughput(summary),
                        closed ? "service" : "response",
                        ReportedPercentile.P50.text(times),
                        ReportedPercentile.P99.text(times));
    }

    private static Section requests(List<RequestCounts> requests) {
        var parts = new ArrayList<Part>();
        parts.add(new Figures(RequestTable.of(requests)));
        RequestTable.more(requests).ifPresent(more -> parts.add(new Item("", more)));
        return new Section("Requests", parts);
    }

    private List<Part> answer() {
        var parts = new ArrayList<Part>();
        summary.interruption()
                .ifPresent(time ->
                        parts.add(
                                new Note("Interrupted", time + "; the figures are of that time")));
        for (var group : Consequences.of(summary.problems())) {
            parts.add(
                    Note.of(
                            "Invalid",
                            group.cause().ofLoad(),
                            ConsequenceText.ofInvalid(group.findings())));
        }
        summary.notes().stream()
                .map(ResultFinding::ofLoad)
                .forEach(text -> parts.add(Note.of("Note", text, Optional.empty())));
        for (var row : LoadRows.of(summary)) {
            if (!row.lines().isEmpty()) {
                parts.add(new Item(row.name(), plain(String.join("; ", row.lines()))));
            }
        }
        return parts;
    }
}

package dev.loombench.report.load;

import dev.loombench.analysis.load.LoadSummary;
import dev.loombench.export.Outline.Note;
import dev.loombench.load.text.LoadRow;
import dev.loombench.report.ArrivingText;
import dev.loombench.report.text.AnsiStyle;
import dev.loombench.report.text.LatencyHistogramText;
import dev.loombench.report.text.LineWrapper;
import dev.loombench.report.text.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// The figures of a load as text: why they are invalid, the requested load, the results, the
/// latencies.
final class LoadTextReport {
    /// Width of the rows' names.
    private static final int NAMES = 13;

    private final LoadSummary summary;
    private final AnsiStyle paint;
    private final int width;
    private final List<String> lines = new ArrayList<>();

    private LoadTextReport(LoadSummary summary, AnsiStyle paint, int width) {
        this.summary = summary;
        this.paint = paint;
        this.width = width;
    }

    /// @param width of the terminal, columns
    static List<String> of(LoadSummary summary, AnsiStyle paint, int width) {
        var text = new LoadTextReport(summary, paint, width);
        text.warnings();
        text.lines.addAll(LineWrapper.at(width, "", LoadHeading.of(summary.request())));
        text.lines.add("");
        SummaryRows.of(summary).forEach(text::row);
        text.requests();
        text.agents();
        text.latencies();
        text.notes();
        text.distribution();
        return text.lines;
    }

    private void warnings() {
        LoadOutline.warnings(summary).forEach(this::warning);
        if (!lines.isEmpty()) {
            lines.add("");
        }
    }

    private void warning(Note note) {
        var label = note.label().toUpperCase(Locale.ROOT);
        LineWrapper.at(width, "", "%s: %s".formatted(label, note.message()))
                .forEach(line -> lines.add(paint.bad(paint.bold(line))));
        if (!note.advice().isEmpty()) {
            lines.addAll(LineWrapper.at(width, "  ", "Impact: " + note.advice()));
        }
    }

    private void row(LoadRow row) {
        var name = row.name();
        for (var text : row.lines()) {
            var parts = row.wraps() ? LineWrapper.at(width - NAMES, "", text) : List.of(text);
            for (var part : parts) {
                lines.add(("%-" + NAMES + "s").formatted(name) + painted(row.name(), part));
                name = "";
            }
        }
    }

    private String painted(String row, String text) {
        return switch (row) {
            case LoadRow.THROUGHPUT -> paint.bold(text);
            case LoadRow.ERRORS -> paint.bad(text);
            default -> text;
        };
    }

    private void requests() {
        var requests = summary.result().requests();
        if (!requests.isEmpty()) {
            lines.add("");
            RequestTable.lines(requests, width - 2).forEach(row -> lines.add("  " + row));
        }
    }

    private void agents() {
        if (summary.agents().isEmpty()) {
            return;
        }
        for (var block : Table.of(AgentTable.of(summary.agents())).blocks(width - 2)) {
            lines.add("");
            block.forEach(row -> lines.add("  " + row));
        }
    }

    private void latencies() {
        lines.add("");
        var rows = Table.of(LoadOutline.latencies(summary)).lines();
        lines.add("  " + paint.faint(rows.getFirst()));
        rows.stream().skip(1).forEach(row -> lines.add("  " + row));
    }

    /// Each with its impact and remedy.
    private void notes() {
        for (var note : LoadOutline.notes(summary)) {
            lines.add("");
            lines.addAll(LineWrapper.at(width, "  ", "note: " + note.text()));
        }
    }

    private void distribution() {
        boolean closed = ArrivingText.isClosed(summary.request().model());
        var times = closed ? summary.serviceTime() : summary.responseTime();
        if (times.getTotalCount() == 0) {
            return;
        }
        lines.add("");
        lines.add(
                "  "
                        + paint.faint(
                                "%s time up to, and the share of requests in that range"
                                        .formatted(closed ? "service" : "response")));
        lines.addAll(LatencyHistogramText.of(times, paint, width));
    }
}

package dev.loombench.load.command;

import dev.loombench.export.Outline;
import dev.loombench.export.Outline.Figures;
import dev.loombench.export.Outline.Item;
import dev.loombench.export.Outline.Note;
import dev.loombench.export.Outline.Part;
import dev.loombench.export.Outline.Section;
import dev.loombench.finding.Severity;
import dev.loombench.load.text.LatencyTable;
import dev.loombench.load.text.LoadRows;
import dev.loombench.text.PlainText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A result as an outline: why it is invalid and what it hides, its figures, the latencies.
final class ResultOutline {
    private ResultOutline() {}

    static Outline of(MeasuredLoad load) {
        var result = load.result();
        var arriving = result.arrivingRequest();
        var figures = LoadRows.headline(result.measured(), Optional.empty(), arriving.isPresent());
        return new Outline(
                PlainText.of(load.target()),
                LoadRows.status(load.isValid(), !result.complete()),
                LoadRows.judged(figures, load.isValid(), !result.complete()),
                List.of(
                        new Section("", figures(load)),
                        new Section(
                                "Latency",
                                List.of(
                                        new Figures(
                                                LatencyTable.of(
                                                        result.responseTime(),
                                                        result.serviceTime(),
                                                        arriving))))),
                "");
    }

    private static List<Part> figures(MeasuredLoad load) {
        var parts = new ArrayList<Part>();
        for (var problem : load.problems()) {
            parts.add(
                    new Note(
                            problem.severity(),
                            problem.severity() == Severity.INVALID ? "Invalid" : "Note",
                            PlainText.of(
                                    "%s (%s)".formatted(problem.message(), problem.kind().id()))));
        }
        for (var row : ResultText.rows(load)) {
            parts.add(new Item(row.name(), PlainText.of(String.join("; ", row.lines()))));
        }
        return parts;
    }
}

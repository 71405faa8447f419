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
import dev.loombench.load.text.LoadVerdict;
import dev.loombench.load.threshold.LoadThreshold;
import dev.loombench.load.threshold.LoadThreshold.Outcome;
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
        var verdict =
                new LoadVerdict(
                        load.isValid(),
                        !result.complete(),
                        texts(load.thresholds(Outcome.FAILED)),
                        texts(load.thresholds(Outcome.UNDECIDED)));
        return new Outline(
                PlainText.of(load.target()),
                verdict.status(),
                verdict.headline(figures),
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

    private static List<String> texts(List<LoadThreshold> thresholds) {
        return thresholds.stream().map(LoadThreshold::text).toList();
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

package dev.loombench.cli.load;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.loombench.report.Outline;
import dev.loombench.report.export.Document;
import dev.loombench.report.json.CsvRows;
import dev.loombench.report.text.AnsiStyle;
import java.util.List;
import java.util.stream.Collectors;

/// What is reported of a load.
record LoadDocument(LoadSummary summary) implements Document {

    /// A load in a row, with the conditions that hold and the findings as text.
    private record Row(@JsonUnwrapped LoadJson figures, String thresholdsFailed, String findings) {}

    @Override
    public Outline outline() {
        return LoadOutline.of(summary);
    }

    @Override
    public LoadJson data() {
        return LoadJson.of(summary);
    }

    @Override
    public CsvRows rows() {
        var failed =
                summary.violatedThresholds().stream()
                        .map(LoadThreshold::text)
                        .collect(Collectors.joining("; "));
        var findings =
                summary.problems().stream()
                        .map(problem -> problem.ofLoad().message())
                        .collect(Collectors.joining("; "));
        return CsvRows.of(Row.class, List.of(new Row(data(), failed, findings)));
    }

    @Override
    public List<String> lines(AnsiStyle style, int width) {
        return LoadTextReport.of(summary, style, width);
    }
}

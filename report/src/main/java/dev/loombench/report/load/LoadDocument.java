package dev.loombench.report.load;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.loombench.analysis.load.JudgedThreshold;
import dev.loombench.analysis.load.LoadSummary;
import dev.loombench.export.CsvRows;
import dev.loombench.export.Outline;
import dev.loombench.report.export.Document;
import dev.loombench.report.json.FindingJson;
import java.util.List;
import java.util.stream.Collectors;

/// What is reported of a load.
public record LoadDocument(LoadSummary summary) implements Document {

    /// A load in a row, with the conditions that hold and the findings as text.
    private record Row(
            @JsonUnwrapped LoadJson figures,
            String thresholdsFailed,
            String thresholdsUndecided,
            String findings) {}

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
        var data = data();
        var findings =
                data.findings().stream()
                        .map(FindingJson::message)
                        .collect(Collectors.joining("; "));
        var row =
                new Row(
                        data,
                        texts(summary.violatedThresholds()),
                        texts(summary.undecidedThresholds()),
                        findings);
        return CsvRows.of(Row.class, List.of(row));
    }

    private static String texts(List<JudgedThreshold> thresholds) {
        return thresholds.stream().map(JudgedThreshold::text).collect(Collectors.joining("; "));
    }
}

package dev.loombench.report.run;

import dev.loombench.export.CsvRows;
import dev.loombench.export.Outline;
import dev.loombench.report.RunComparison;
import dev.loombench.report.export.Document;
import dev.loombench.report.json.ComparisonJson;
import dev.loombench.report.outline.ComparisonOutline;
import java.util.List;

/// What is reported of two runs side by side.
public record ComparisonDocument(RunComparison comparison, RunReport first, RunReport second)
        implements Document {

    /// @param names of the runs for people
    public static ComparisonDocument of(List<String> names, RunReport first, RunReport second) {
        return new ComparisonDocument(
                RunComparison.of(
                        names.getFirst(), first.analysis(), names.getLast(), second.analysis()),
                first,
                second);
    }

    @Override
    public Outline outline() {
        return ComparisonOutline.of(comparison);
    }

    @Override
    public ComparisonJson data() {
        return ComparisonJson.of(comparison, first.json(), second.json());
    }

    @Override
    public CsvRows rows() {
        return data().rows();
    }
}

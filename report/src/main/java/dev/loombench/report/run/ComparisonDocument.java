package dev.loombench.report.run;

import dev.loombench.export.CsvRows;
import dev.loombench.export.Outline;
import dev.loombench.report.comparison.RunComparison;
import dev.loombench.report.export.Document;
import dev.loombench.report.json.ComparisonJson;
import dev.loombench.report.next.NextCommand;
import dev.loombench.report.next.SameBlocks;
import dev.loombench.report.outline.ComparisonOutline;
import dev.loombench.report.text.AnsiStyle;
import dev.loombench.report.text.LineWrapper;
import dev.loombench.report.text.OutlineText;
import java.util.ArrayList;
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
        return ComparisonOutline.of(comparison).with(NextCommand.section(next()));
    }

    /// On one screen also of different experiments.
    @Override
    public List<String> lines(AnsiStyle style, int width) {
        var lines =
                new ArrayList<>(
                        OutlineText.of(ComparisonOutline.of(comparison), style, width, false));
        lines.add("");
        lines.addAll(LineWrapper.at(width, "", style.faint(comparison.caution())));
        if (!next().isEmpty()) {
            lines.add("");
            lines.addAll(NextCommand.lines(next(), style));
        }
        return lines;
    }

    private List<NextCommand> next() {
        return SameBlocks.of(
                        first.analysis().manifest().invocation(),
                        second.analysis().manifest().invocation())
                .stream()
                .toList();
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

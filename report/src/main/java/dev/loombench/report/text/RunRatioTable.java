package dev.loombench.report.text;

import dev.loombench.analysis.comparison.RunRatio;
import dev.loombench.export.PageTable;
import dev.loombench.report.Format;
import dev.loombench.report.MetricText;
import dev.loombench.report.RatioText;
import dev.loombench.report.comparison.RunComparison;
import java.util.List;
import java.util.stream.Stream;

/// The ratios of the second of two runs to the first as a table, without a verdict: a row per
/// variant of both runs, a column per metric.
public final class RunRatioTable {
    private RunRatioTable() {}

    /// @param runs with a variant of both
    public static PageTable of(RunComparison runs) {
        var first = runs.scores().getFirst();
        return PageTable.ofTexts(
                row(
                        "2 / 1",
                        first.ratios().keySet().stream()
                                .map(metric -> MetricText.label(metric, first.load()))),
                runs.scores().stream()
                        .map(scores ->
                                row(
                                        scores.variant(),
                                        scores.ratios().values().stream().map(RunRatioTable::cell)))
                        .toList());
    }

    private static List<String> row(String first, Stream<String> others) {
        return Stream.concat(Stream.of(first), others).toList();
    }

    /// `0.842×`; `! 0.842×` where a finding makes a figure invalid, `…` where one is not steady.
    private static String cell(RunRatio ratio) {
        return ratio.invalidBy()
                .map(by -> ScorecardMark.of(by).cell(ratio.shownInterval()))
                .orElseGet(() ->
                        ratio.shownInterval()
                                .map(r -> RatioText.ratio(r.point()) + "×")
                                .orElse(Format.MISSING));
    }
}

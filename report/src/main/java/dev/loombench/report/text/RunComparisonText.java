package dev.loombench.report.text;

import dev.loombench.analysis.comparison.RunRatio;
import dev.loombench.export.PageTable;
import dev.loombench.report.Format;
import dev.loombench.report.MetricText;
import dev.loombench.report.RatioText;
import dev.loombench.report.RunComparison;
import java.util.ArrayList;
import java.util.List;

/// A comparison of two runs for a terminal.
public final class RunComparisonText {
    private RunComparisonText() {}

    /// @param width of the terminal, columns
    /// @return the lines of the report
    public static List<String> of(RunComparison runs, AnsiStyle style, int width) {
        var lines = new ArrayList<String>();
        lines.add("");
        lines.add(style.bold("%s compared with %s".formatted(runs.first(), runs.second())));
        lines.add("  1: " + runs.firstHeadline());
        lines.add("  2: " + runs.secondHeadline());
        lines.add("");
        indented(runs.table(), lines);
        scorecard(runs, style, lines);
        runs.legend().ifPresent(text -> lines.add("  " + style.faint(text)));
        LineWrapper.at(width, "  ", style.faint(RunComparison.CAUTION)).forEach(lines::add);
        lines.add("");
        if (runs.changes().isEmpty()) {
            lines.add("Experiments and machines are the same.");
            return lines;
        }
        lines.add(style.bold("Differences"));
        indented(runs.differences("", "1", "2"), lines);
        return lines;
    }

    /// A row per variant of both runs: the ratios of the second to the first, without a verdict.
    private static void scorecard(RunComparison runs, AnsiStyle style, List<String> lines) {
        if (runs.scores().isEmpty()) {
            return;
        }
        var metrics = List.copyOf(runs.scores().getFirst().ratios().keySet());
        var columns = new ArrayList<>(List.of("2 / 1"));
        metrics.forEach(m -> columns.add(MetricText.label(m, runs.scores().getFirst().load())));
        var table = new Table().row(columns.toArray(String[]::new));
        for (var scores : runs.scores()) {
            var row = new ArrayList<>(List.of(scores.variant()));
            scores.ratios().values().forEach(r -> row.add(cell(r)));
            table.row(row.toArray(String[]::new));
        }
        lines.add("");
        table.lines().forEach(line -> lines.add("  " + ScorecardMark.coloured(line, style)));
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

    private static void indented(PageTable table, List<String> lines) {
        Table.of(table).lines().forEach(line -> lines.add("  " + line));
    }
}

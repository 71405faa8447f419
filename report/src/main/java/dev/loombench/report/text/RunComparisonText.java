package dev.loombench.report.text;

import dev.loombench.export.PageTable;
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

    private static void scorecard(RunComparison runs, AnsiStyle style, List<String> lines) {
        if (!runs.scores().isEmpty()) {
            lines.add("");
            Table.of(RunRatioTable.of(runs))
                    .lines()
                    .forEach(line -> lines.add("  " + ScorecardMark.coloured(line, style)));
        }
    }

    private static void indented(PageTable table, List<String> lines) {
        Table.of(table).lines().forEach(line -> lines.add("  " + line));
    }
}

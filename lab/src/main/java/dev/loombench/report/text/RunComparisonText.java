package dev.loombench.report.text;

import dev.loombench.report.RunComparison;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/// Two runs side by side, for a terminal.
public final class RunComparisonText {
    private RunComparisonText() {}

    public static List<String> heads(RunComparison runs) {
        var work = runs.unitOfWork();
        return List.of(
                "", "run", work + "s/s", "p99", "CPU/" + work, "peak RSS", "throughput ratio");
    }

    /// @return the lines of the report
    public static List<String> of(RunComparison runs, AnsiStyle paint) {
        var lines = new ArrayList<String>();
        lines.add("");
        lines.add(paint.bold("%s beside %s".formatted(runs.first(), runs.second())));
        lines.add("  1: " + runs.firstSays());
        lines.add("  2: " + runs.secondSays());
        lines.add("");
        indented(heads(runs), cells(runs, UnaryOperator.identity()), lines);
        lines.add("  " + paint.faint(RunComparison.CAUTION));
        lines.add("");
        if (runs.changes().isEmpty()) {
            lines.add("Nothing differs between their specs and machines.");
            return lines;
        }
        lines.add(paint.bold("What differs"));
        indented(
                List.of("", "1", "2"),
                runs.changes().stream().map(c -> List.of(c.what(), c.first(), c.second())).toList(),
                lines);
        return lines;
    }

    /// Two lines a variant, one a run.
    public static List<List<String>> cells(RunComparison runs, UnaryOperator<String> text) {
        var cells = new ArrayList<List<String>>();
        for (var row : runs.rows()) {
            cells.add(line(text.apply(row.variant()), "1", row.first(), ""));
            cells.add(line("", "2", row.second(), text.apply(row.ratio())));
        }
        return cells;
    }

    private static List<String> line(String name, String run, RunComparison.Side s, String ratio) {
        return List.of(name, run, s.throughput(), s.p99(), s.cpuPerRequest(), s.peakRss(), ratio);
    }

    private static void indented(List<String> heads, List<List<String>> rows, List<String> lines) {
        var table = new Table().row(heads.toArray(String[]::new));
        rows.forEach(row -> table.row(row.toArray(String[]::new)));
        table.lines().forEach(line -> lines.add("  " + line));
    }
}

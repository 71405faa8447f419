package dev.loombench.report.text;

import static dev.loombench.report.Format.plain;

import dev.loombench.analysis.Calibration;
import dev.loombench.analysis.Calibration.Detectable;
import dev.loombench.analysis.validity.Finding;
import dev.loombench.report.CalibrationText;
import dev.loombench.report.Format;
import java.util.ArrayList;
import java.util.List;

/// A calibration for a terminal, on one screen.
public final class CalibrationReport {
    private static final String INDENT = "  ";

    private CalibrationReport() {}

    /// @param counters whether instructions per request are counted on this machine
    /// @param width of the terminal, columns
    public static List<String> of(
            Calibration calibration, boolean counters, AnsiStyle style, int width) {
        var lines = new ArrayList<String>();
        for (var finding : calibration.findings()) {
            var text = CalibrationText.of(finding);
            lines.addAll(
                    LineWrapper.at(
                            width,
                            "",
                            "%s %s; %s. Remedy: %s."
                                    .formatted(
                                            label(finding, style),
                                            plain(text.message()),
                                            plain(text.impact()),
                                            plain(text.remedy()))));
        }
        lines.addAll(
                LineWrapper.at(
                        width,
                        "",
                        style.bold("A server compared with itself: ")
                                + plain(CalibrationText.scope(calibration))));
        if (!calibration.metrics().isEmpty()) {
            lines.addAll(
                    LineWrapper.at(
                            width,
                            "",
                            "Smallest difference that four of five comparisons of this length find:"));
            lines.add("");
            for (var block : table(calibration).blocks(width - INDENT.length())) {
                block.forEach(line -> lines.add(INDENT + line));
                lines.add("");
            }
            lines.addAll(LineWrapper.at(width, "", CalibrationText.difference(calibration)));
            lines.addAll(LineWrapper.at(width, "", style.faint(CalibrationText.limits())));
        }
        lines.add("");
        lines.add(style.bold("Next steps"));
        CalibrationText.nextSteps(calibration, counters)
                .forEach(step -> lines.addAll(LineWrapper.at(width, INDENT, step)));
        return lines;
    }

    private static String label(Finding finding, AnsiStyle style) {
        return switch (Calibration.severity(finding)) {
            case INVALID -> style.bad("invalid:");
            case NOTE, INFORMATION -> style.warning("note:");
        };
    }

    private static Table table(Calibration calibration) {
        var table = new Table();
        var detectable = calibration.metrics().getFirst().detectable();
        table.row(row("", "spread", detectable, d -> d.time().toMinutes() + " min"));
        table.row(row("", "", detectable, d -> Format.counted(d.blocks(), "block")));
        for (var metric : Calibration.METRICS) {
            var spread = calibration.metrics().stream().filter(m -> m.metric() == metric).findAny();
            table.row(
                    spread.map(s ->
                                    row(
                                            metric.label(),
                                            CalibrationText.range(s.sigma()),
                                            s.detectable(),
                                            CalibrationReport::difference))
                            .orElseGet(() ->
                                    row(metric.label(), Format.MISSING, detectable, _ -> "")));
        }
        return table;
    }

    private interface Cell {
        String of(Detectable detectable);
    }

    private static List<String> row(
            String first, String second, List<Detectable> detectable, Cell cell) {
        var row = new ArrayList<>(List.of(first, second));
        detectable.forEach(d -> row.add(cell.of(d)));
        return row;
    }

    private static String difference(Detectable detectable) {
        return detectable.difference().map(CalibrationText::range).orElse("too few");
    }
}

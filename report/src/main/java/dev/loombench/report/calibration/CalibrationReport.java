package dev.loombench.report.calibration;

import static dev.loombench.report.Format.plain;

import dev.loombench.analysis.Calibration;
import dev.loombench.analysis.finding.ResultFinding;
import dev.loombench.finding.Severity;
import dev.loombench.report.text.AnsiStyle;
import dev.loombench.report.text.LineWrapper;
import dev.loombench.report.text.Table;
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
            lines.addAll(
                    LineWrapper.at(
                            width,
                            "",
                            "%s %s"
                                    .formatted(
                                            label(finding, style),
                                            plain(CalibrationText.of(finding).inFull()))));
        }
        lines.addAll(
                LineWrapper.at(
                        width,
                        "",
                        style.bold("A server compared with itself: ")
                                + plain(CalibrationText.scope(calibration))));
        if (!calibration.metrics().isEmpty()) {
            lines.addAll(LineWrapper.at(width, "", CalibrationTable.TITLE + ":"));
            lines.add("");
            var table = Table.of(CalibrationTable.of(calibration));
            for (var block : table.blocks(width - INDENT.length())) {
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

    private static String label(ResultFinding finding, AnsiStyle style) {
        return Calibration.severity(finding) == Severity.INVALID
                ? style.bad("invalid:")
                : style.warning("note:");
    }
}

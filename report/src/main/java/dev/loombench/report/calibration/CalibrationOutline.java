package dev.loombench.report.calibration;

import dev.loombench.analysis.Calibration;
import dev.loombench.export.AnswerStatus;
import dev.loombench.export.Outline;
import dev.loombench.export.Outline.Command;
import dev.loombench.export.Outline.Figures;
import dev.loombench.export.Outline.Item;
import dev.loombench.export.Outline.Part;
import dev.loombench.export.Outline.Section;
import dev.loombench.report.finding.FindingNote;
import java.util.ArrayList;
import java.util.List;

/// A calibration: findings, the smallest differences that this machine shows, next steps.
public final class CalibrationOutline {
    private CalibrationOutline() {}

    /// @param counters whether instructions per request are counted on this machine
    public static Outline of(Calibration calibration, boolean counters) {
        var findings =
                calibration.findings().stream()
                        .<Part>map(
                                f -> FindingNote.of(Calibration.severity(f), CalibrationText.of(f)))
                        .toList();
        var figures = new ArrayList<Part>();
        if (!calibration.metrics().isEmpty()) {
            figures.add(new Figures(CalibrationTable.of(calibration)));
            figures.add(new Item("", CalibrationText.limits()));
        }
        return new Outline(
                "A server compared with itself",
                calibration.valid() ? AnswerStatus.DECIDED : AnswerStatus.INVALID,
                headline(calibration),
                List.of(
                        new Section("", findings),
                        new Section(CalibrationTable.TITLE, figures),
                        new Section("Next steps", steps(calibration, counters))),
                CalibrationText.scope(calibration));
    }

    /// An invalid calibration does not show whether the servers differ.
    private static String headline(Calibration calibration) {
        if (calibration.metrics().isEmpty()) {
            return "Invalid result: nothing was measured.";
        }
        return calibration.valid() ? CalibrationText.difference(calibration) : "Invalid result.";
    }

    private static List<Part> steps(Calibration calibration, boolean counters) {
        var parts = new ArrayList<Part>();
        for (var step : CalibrationText.steps(calibration, counters)) {
            parts.add(new Item("", step.what()));
            step.command().ifPresent(line -> parts.add(new Command(line)));
        }
        return parts;
    }
}

package dev.loombench.report.calibration;

import dev.loombench.analysis.Calibration;
import dev.loombench.analysis.Calibration.Detectable;
import dev.loombench.export.PageTable;
import dev.loombench.report.Format;
import dev.loombench.text.Figures;
import java.util.ArrayList;
import java.util.List;

/// The smallest differences of a calibration as a table: a row per metric, a column per length of a
/// comparison, and a first row with its blocks.
final class CalibrationTable {
    static final String TITLE =
            "Smallest difference that four of five comparisons of this length find";

    private CalibrationTable() {}

    /// @param calibration with at least one metric
    static PageTable of(Calibration calibration) {
        var detectable = calibration.metrics().getFirst().detectable();
        var rows = new ArrayList<List<String>>();
        rows.add(row("", "", detectable, d -> Figures.counted(d.blocks(), "block")));
        for (var metric : Calibration.METRICS) {
            var spread = calibration.metrics().stream().filter(m -> m.metric() == metric).findAny();
            rows.add(
                    spread.map(s ->
                                    row(
                                            metric.label(),
                                            CalibrationText.range(s.sigma()),
                                            s.detectable(),
                                            CalibrationTable::difference))
                            .orElseGet(() ->
                                    row(metric.label(), Format.MISSING, detectable, _ -> "")));
        }
        return PageTable.ofTexts(
                row("", "spread", detectable, d -> d.time().toMinutes() + " min"), rows);
    }

    private interface Reading {
        String of(Detectable detectable);
    }

    private static List<String> row(
            String first, String second, List<Detectable> detectable, Reading reading) {
        var row = new ArrayList<>(List.of(first, second));
        detectable.forEach(d -> row.add(reading.of(d)));
        return row;
    }

    private static String difference(Detectable detectable) {
        return detectable.difference().map(CalibrationText::range).orElse("too few");
    }
}

package dev.loombench.report.calibration;

import dev.loombench.analysis.Calibration;
import dev.loombench.export.CsvRows;
import dev.loombench.export.Outline;
import dev.loombench.report.export.Document;

/// What is reported of a calibration.
///
/// @param counters whether instructions per request are counted on this machine
public record CalibrationDocument(Calibration calibration, boolean counters) implements Document {
    @Override
    public Outline outline() {
        return CalibrationOutline.of(calibration, counters);
    }

    @Override
    public CalibrationJson data() {
        return CalibrationJson.of(calibration, counters);
    }

    @Override
    public CsvRows rows() {
        return data().rows();
    }
}

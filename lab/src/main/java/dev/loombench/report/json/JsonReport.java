package dev.loombench.report.json;

import dev.loombench.analysis.Analysis;
import dev.loombench.analysis.Calibration;
import dev.loombench.analysis.ClaimEvaluation;
import dev.loombench.spec.text.RecordJson;
import java.nio.file.Path;

/// The report as one JSON document; docs/output.md describes it.
public final class JsonReport {
    private JsonReport() {}

    public static String of(Analysis analysis, Path results) {
        return RecordJson.text(RunDocument.of(analysis, results.toString()));
    }

    /// The claims of articles; docs/reproduce.md describes it.
    ///
    /// @param results the reproduction's folder
    public static String of(ClaimEvaluation claims, Path results) {
        return RecordJson.text(ClaimsDocument.of(claims, results.toString()));
    }

    /// A calibration.
    ///
    /// @param counters whether instructions per request are counted on this machine
    public static String of(Calibration calibration, boolean counters) {
        return RecordJson.text(CalibrationDocument.of(calibration, counters));
    }
}

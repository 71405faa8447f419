package dev.loombench.report.json;

import dev.loombench.analysis.Analysis;
import dev.loombench.analysis.Calibration;
import dev.loombench.analysis.ClaimEvaluation;
import java.nio.file.Path;
import tools.jackson.databind.json.JsonMapper;

/// The report as one JSON document; docs/output.md describes it.
public final class JsonReport {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private JsonReport() {}

    public static String of(Analysis analysis, Path results) {
        return MAPPER.writerWithDefaultPrettyPrinter()
                .writeValueAsString(RunDocument.of(analysis, results.toString()));
    }

    /// The claims of articles; docs/reproduce.md describes it.
    ///
    /// @param results the reproduction's folder
    public static String of(ClaimEvaluation claims, Path results) {
        return MAPPER.writerWithDefaultPrettyPrinter()
                .writeValueAsString(ClaimsDocument.of(claims, results.toString()));
    }

    /// A calibration.
    ///
    /// @param counters whether instructions per request are counted on this machine
    public static String of(Calibration calibration, boolean counters) {
        return MAPPER.writerWithDefaultPrettyPrinter()
                .writeValueAsString(CalibrationDocument.of(calibration, counters));
    }
}

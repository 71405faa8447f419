package dev.loombench.report;

import dev.loombench.analysis.Analysis;
import java.nio.file.Path;
import tools.jackson.databind.json.JsonMapper;

/// The report as one JSON document; docs/output.md describes it.
public final class JsonReport {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private JsonReport() {}

    public static String of(Analysis analysis, Path results) {
        return MAPPER.writerWithDefaultPrettyPrinter()
                .writeValueAsString(OutputDocument.of(analysis, results.toString()));
    }
}

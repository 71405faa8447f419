package dev.loombench.cli.inspect;

import dev.loombench.diagnose.Diagnosis;
import dev.loombench.report.Outline;
import dev.loombench.report.export.Document;
import dev.loombench.report.json.CsvRows;
import dev.loombench.report.text.AnsiStyle;
import java.time.Instant;
import java.util.List;

/// What is reported of a diagnosis.
///
/// @param verbose whether the text has all evidence
/// @param time of the inspection
record InspectDocument(Diagnosis diagnosis, boolean verbose, Instant time) implements Document {
    @Override
    public Outline outline() {
        return InspectOutline.of(InspectPage.model(diagnosis, time));
    }

    @Override
    public InspectJson data() {
        return InspectJson.of(diagnosis);
    }

    @Override
    public CsvRows rows() {
        return data().rows();
    }

    @Override
    public List<String> lines(AnsiStyle style, int width) {
        return InspectText.of(diagnosis, verbose, style, width);
    }

    @Override
    public String page() {
        return InspectPage.of(diagnosis, time);
    }
}

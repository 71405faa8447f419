package dev.loombench.report.inspect;

import dev.loombench.diagnose.Diagnosis;
import dev.loombench.export.CsvRows;
import dev.loombench.export.Outline;
import dev.loombench.export.Outline.Section;
import dev.loombench.report.export.Document;
import dev.loombench.report.text.AnsiStyle;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// What is reported of a diagnosis.
///
/// @param verbose whether the text has all evidence
/// @param time of the inspection
/// @param code which code of the service costs
public record InspectDocument(
        Diagnosis diagnosis, boolean verbose, Instant time, InspectedCode code)
        implements Document {
    @Override
    public Outline outline() {
        var outline = InspectOutline.of(model());
        var parts = code.parts();
        return parts.isEmpty() ? outline : outline.with(new Section("Which code costs", parts));
    }

    @Override
    public InspectJson data() {
        return InspectJson.of(diagnosis, code);
    }

    @Override
    public CsvRows rows() {
        return data().rows();
    }

    @Override
    public List<String> lines(AnsiStyle style, int width) {
        var lines = new ArrayList<>(InspectText.of(diagnosis, model(), verbose, style, width));
        lines.addAll(code.lines(width));
        return lines;
    }

    private InspectPageModel model() {
        return InspectPage.model(diagnosis, time, code);
    }

    @Override
    public String page() {
        return InspectPage.of(diagnosis, time, code);
    }
}

package dev.loombench.report.inspect;

import dev.loombench.diagnose.Diagnosis;
import dev.loombench.export.CsvRows;
import dev.loombench.export.Outline;
import dev.loombench.report.export.Document;
import dev.loombench.report.html.CodeSection;
import dev.loombench.report.text.AnsiStyle;
import dev.loombench.report.text.OutlineText;
import java.time.Instant;
import java.util.List;

/// What is reported of a diagnosis.
///
/// @param verbose whether the text has all that the other forms have
/// @param time of the inspection
/// @param code which code of the service costs
public record InspectDocument(
        Diagnosis diagnosis, boolean verbose, Instant time, InspectedCode code)
        implements Document {
    @Override
    public Outline outline() {
        return InspectOutline.of(texts(), CodeSection.of(code.costs()));
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
        return verbose
                ? OutlineText.of(outline(), style, width, true)
                : InspectText.of(diagnosis, texts(), code, style, width);
    }

    private InspectTexts texts() {
        return InspectTextsBuilder.of(diagnosis, time, code);
    }
}

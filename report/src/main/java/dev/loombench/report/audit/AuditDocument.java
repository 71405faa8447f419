package dev.loombench.report.audit;

import dev.loombench.analysis.audit.Audit;
import dev.loombench.export.CsvRows;
import dev.loombench.export.Outline;
import dev.loombench.report.export.Document;
import dev.loombench.report.text.AnsiStyle;
import java.util.List;

/// What is reported of an audit.
public record AuditDocument(Audit audit) implements Document {
    @Override
    public Outline outline() {
        return AuditOutline.of(audit);
    }

    @Override
    public AuditJson data() {
        return AuditJson.of(audit);
    }

    @Override
    public CsvRows rows() {
        return data().rows();
    }

    @Override
    public List<String> lines(AnsiStyle style, int width) {
        return AuditReport.of(audit, style, width);
    }
}

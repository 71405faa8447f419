package dev.loombench.report.audit;

import dev.loombench.analysis.audit.Audit;
import dev.loombench.export.CsvRows;
import dev.loombench.export.Outline;
import dev.loombench.report.export.Document;

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
}

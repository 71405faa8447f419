package dev.loombench.report.export;

import dev.loombench.export.Exporter;
import dev.loombench.export.Lines;

/// A header and rows as CSV (RFC 4180), with a line feed at the end of each line.
final class CsvExporter implements Exporter<Document> {
    @Override
    public String export(Document document) {
        return Lines.text(document.rows().lines());
    }
}

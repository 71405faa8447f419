package dev.loombench.report.export;

import dev.loombench.export.Exporter;
import dev.loombench.export.Lines;
import dev.loombench.export.Markdown;
import dev.loombench.report.text.AnsiStyle;
import dev.loombench.text.RecordJson;

/// The forms that every subject has, by the names of `--output` and `--export`: for programs, JSON
/// with the keys that docs/output/json.md describes, and CSV (RFC 4180) with a header.
public enum OutputFormat implements Exporter<Document> {
    text,
    json,
    csv,
    markdown,
    html;

    /// Of text in a file.
    private static final int WIDTH = 100;

    @Override
    public String export(Document document) {
        return exporter().export(document);
    }

    private Exporter<Document> exporter() {
        return switch (this) {
            case text -> new TextExporter(AnsiStyle.NONE, WIDTH);
            case json -> document -> RecordJson.text(document.data()) + "\n";
            case csv -> document -> Lines.text(document.rows().lines());
            case markdown -> document -> Markdown.text(document.outline());
            case html -> Document::page;
        };
    }
}

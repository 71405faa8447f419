package dev.loombench.report.export;

import dev.loombench.export.Exporter;
import dev.loombench.export.Markdown;
import dev.loombench.report.text.AnsiStyle;

/// The forms that every subject has, by the names of `--output` and `--export`.
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
            case json -> new JsonExporter();
            case csv -> new CsvExporter();
            case markdown -> document -> Markdown.text(document.outline());
            case html -> Document::page;
        };
    }
}

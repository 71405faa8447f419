package dev.loombench.report.export;

import dev.loombench.export.Exporter;
import dev.loombench.export.Lines;
import dev.loombench.report.text.AnsiStyle;

/// Lines for a terminal.
///
/// @param width columns
public record TextExporter(AnsiStyle style, int width) implements Exporter<Document> {
    @Override
    public String export(Document document) {
        return Lines.text(document.lines(style, width));
    }
}

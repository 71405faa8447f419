package dev.loombench.report.export;

import dev.loombench.export.Exporter;
import dev.loombench.export.Lines;
import dev.loombench.report.text.AnsiStyle;
import dev.loombench.text.PlainText;

/// Lines for a terminal, or without colours for a file, which has no control characters then: what
/// prints to a terminal leaves those of colours alone.
///
/// @param width columns
public record TextExporter(AnsiStyle style, int width) implements Exporter<Document> {
    @Override
    public String export(Document document) {
        var lines = document.lines(style, width);
        return Lines.text(
                switch (style) {
                    case ANSI -> lines;
                    case NONE -> lines.stream().map(PlainText::of).toList();
                });
    }
}

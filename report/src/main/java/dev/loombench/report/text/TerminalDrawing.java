package dev.loombench.report.text;

import dev.loombench.export.Outline.Drawing;
import java.util.List;

/// A part of an outline that only a terminal draws: pages have charts, and Markdown has figures.
public interface TerminalDrawing extends Drawing {
    /// @param width of the terminal, columns
    List<String> lines(AnsiStyle style, int width);
}

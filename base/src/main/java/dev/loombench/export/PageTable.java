package dev.loombench.export;

import java.util.ArrayList;
import java.util.List;

/// A table of a report, for pages and Markdown. Texts are formatted, without control characters,
/// and not escaped.
///
/// @param columns names; the first one may be empty
/// @param rows as many cells as columns in each
public record PageTable(List<String> columns, List<List<Cell>> rows) {
    public PageTable {
        columns = List.copyOf(columns);
        rows = rows.stream().map(List::copyOf).toList();
    }

    /// @param range the interval of the figure, or why it has none, or why it is invalid; empty
    ///   where none applies
    public record Cell(String text, String range) {
        public static Cell of(String text) {
            return new Cell(text, "");
        }
    }

    /// A table of texts without ranges.
    public static PageTable ofTexts(List<String> columns, List<List<String>> rows) {
        var cells = new ArrayList<List<Cell>>();
        rows.forEach(row -> cells.add(row.stream().map(Cell::of).toList()));
        return new PageTable(columns, cells);
    }
}

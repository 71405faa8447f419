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
        /// The longest figure or name that stays on one line of a page.
        private static final int LONGEST = 40;

        public static Cell of(String text) {
            return new Cell(text, "");
        }

        /// Whether it may take several lines of a page, as a sentence or a benchmark's name.
        public boolean isLong() {
            return text.length() > LONGEST;
        }
    }

    /// A table of texts without ranges.
    public static PageTable ofTexts(List<String> columns, List<List<String>> rows) {
        var cells = new ArrayList<List<Cell>>();
        rows.forEach(row -> cells.add(row.stream().map(Cell::of).toList()));
        return new PageTable(columns, cells);
    }
}

package dev.loombench.export;

import dev.loombench.text.PlainText;
import java.util.ArrayList;
import java.util.List;

/// A table of a report. Texts are formatted and not escaped; their control characters are replaced.
///
/// @param columns names; the first one may be empty
/// @param rows as many cells as columns in each
/// @param words whether its cells are names and sentences, which begin at the left and may take
///   several lines, not figures
public record PageTable(List<String> columns, List<List<Cell>> rows, boolean words) {
    public PageTable {
        columns = columns.stream().map(PlainText::of).toList();
        rows = rows.stream().map(List::copyOf).toList();
    }

    /// A table of figures.
    public PageTable(List<String> columns, List<List<Cell>> rows) {
        this(columns, rows, false);
    }

    /// @param range the interval of the figure, or why it has none, which a terminal has no room
    ///   for; empty where none applies
    /// @param remark without which the figure would be misread, as why it is invalid, in place of
    ///   the range; mostly empty
    /// @param kind of an outcome, as in `supported`, which has a colour; empty of any other text
    /// @param href of the page with details, relative to that of the table; empty without one
    public record Cell(String text, String range, String remark, String kind, String href) {
        /// The longest figure or name that stays on one line of a page.
        private static final int LONGEST = 40;

        public Cell {
            text = PlainText.of(text);
            range = PlainText.of(range);
            remark = PlainText.of(remark);
        }

        /// A figure.
        public Cell(String text, String range) {
            this(text, range, "", "", "");
        }

        public static Cell of(String text) {
            return new Cell(text, "");
        }

        /// A figure with what every form says of it.
        public static Cell remarked(String text, String remark) {
            return new Cell(text, "", remark, "", "");
        }

        /// @param kind of the outcome
        public static Cell ofOutcome(String text, String kind) {
            return new Cell(text, "", "", kind, "");
        }

        /// @param href empty where the text links to no page
        public static Cell ofLink(String text, String href) {
            return new Cell(text, "", "", "", href);
        }

        /// What stands in brackets where there is room.
        public String brackets() {
            return remark.isEmpty() ? range : remark;
        }

        /// Whether it may take several lines of a page, as a sentence or a benchmark's name.
        public boolean isLong() {
            return text.length() > LONGEST;
        }
    }

    /// A table of texts without ranges.
    public static PageTable ofTexts(List<String> columns, List<List<String>> rows) {
        return new PageTable(columns, cells(rows));
    }

    /// A table of names and sentences.
    public static PageTable ofWords(List<String> columns, List<List<String>> rows) {
        return new PageTable(columns, cells(rows), true);
    }

    private static List<List<Cell>> cells(List<List<String>> rows) {
        var cells = new ArrayList<List<Cell>>();
        rows.forEach(row -> cells.add(row.stream().map(Cell::of).toList()));
        return cells;
    }
}

package dev.loombench.report.text;

import dev.loombench.export.PageTable;
import dev.loombench.export.PageTable.Cell;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;

/// A text table: the first column left-aligned, the others right-aligned. Where long names in the
/// first column leave too little of a terminal, each stands above its row, and the column has the
/// width of its header.
public final class Table {
    private static final String GAP = "  ";
    private static final String INDENT = "  ";

    private final List<List<String>> rows = new ArrayList<>();

    /// The columns as the first row, and the texts of the cells with their remarks, without their
    /// ranges.
    public static Table of(PageTable table) {
        var lines = new Table().row(table.columns());
        table.rows().forEach(row -> lines.row(row.stream().map(Table::text).toList()));
        return lines;
    }

    private static String text(Cell cell) {
        return cell.remark().isEmpty()
                ? cell.text()
                : "%s [%s]".formatted(cell.text(), cell.remark());
    }

    /// @param cells the same number in each row
    public Table row(String... cells) {
        return row(List.of(cells));
    }

    /// @param cells the same number in each row
    public Table row(List<String> cells) {
        rows.add(List.copyOf(cells));
        return this;
    }

    /// @return one line per row, no trailing spaces
    public List<String> lines() {
        return blocks(Integer.MAX_VALUE).getFirst();
    }

    /// Splits a table that is wider than a terminal into several: each has the first column and as
    /// many of the others as fit, at least one. A row that has nothing in these is left out.
    ///
    /// @return for each, one line per row, no trailing spaces
    public List<List<String>> blocks(int width) {
        var widths = widths();
        boolean above = isNameAbove(widths, width);
        if (above) {
            widths[0] = width(rows.getFirst().getFirst());
        }
        var blocks = new ArrayList<List<String>>();
        var columns = new ArrayList<Integer>();
        int used = widths[0];
        for (int i = 1; i < widths.length; i++) {
            if (!columns.isEmpty() && used + GAP.length() + widths[i] > width) {
                blocks.add(block(columns, widths, above));
                columns.clear();
                used = widths[0];
            }
            columns.add(i);
            used += GAP.length() + widths[i];
        }
        blocks.add(block(columns, widths, above));
        return blocks;
    }

    /// Whether the table is wider than a terminal, and the names of its first column take more than
    /// a quarter of it, without which all others fit, or more than half, without which any other
    /// fits. What the header of the column says is not left out, so that its width remains.
    private boolean isNameAbove(int[] widths, int width) {
        int header = width(rows.getFirst().getFirst());
        int widest = Arrays.stream(widths).skip(1).max().orElse(0);
        long others = Arrays.stream(widths).skip(1).mapToLong(w -> GAP.length() + w).sum();
        if (widest == 0 || widths[0] + others <= width) {
            return false;
        }
        return (widths[0] > width / 2
                        && header <= width / 4
                        && header + GAP.length() + widest <= width)
                || (widths[0] > width / 4 && header + others <= width);
    }

    /// The blocks one below another, indented, each with a faint header.
    ///
    /// @param width of the terminal, columns
    public List<String> indented(AnsiStyle style, int width) {
        return indented(style, width, UnaryOperator.identity());
    }

    /// @param look of a row below the header
    List<String> indented(AnsiStyle style, int width, UnaryOperator<String> look) {
        var lines = new ArrayList<String>();
        for (var block : blocks(width - INDENT.length())) {
            lines.add(INDENT + style.faint(block.getFirst()));
            block.stream().skip(1).forEach(row -> lines.add(INDENT + look.apply(row)));
        }
        return lines;
    }

    private int[] widths() {
        var widths = new int[rows.getFirst().size()];
        for (var row : rows) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], width(row.get(i)));
            }
        }
        return widths;
    }

    private List<String> block(List<Integer> columns, int[] widths, boolean above) {
        boolean part = columns.size() + 1 < widths.length;
        var lines = new ArrayList<String>();
        for (var row : rows) {
            var name = row.getFirst();
            if (part && columns.stream().allMatch(i -> row.get(i).isEmpty())) {
                continue;
            }
            boolean separate = above && !lines.isEmpty();
            if (separate) {
                lines.add(name);
            }
            lines.add(line(separate ? "" : name, row, columns, widths));
        }
        lines.removeIf(String::isEmpty);
        return lines;
    }

    private static String line(
            String first, List<String> row, List<Integer> columns, int[] widths) {
        var line = new StringBuilder(first).append(" ".repeat(widths[0] - width(first)));
        for (int i : columns) {
            line.append(GAP).append(" ".repeat(widths[i] - width(row.get(i)))).append(row.get(i));
        }
        return line.toString().stripTrailing();
    }

    static int width(String text) {
        return text.codePointCount(0, text.length());
    }
}

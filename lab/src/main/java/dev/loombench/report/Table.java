package dev.loombench.report;

import java.util.ArrayList;
import java.util.List;

/// Rows in columns: the first flush left, the others flush right.
public final class Table {
    private static final String GAP = "  ";

    private final List<List<String>> rows = new ArrayList<>();

    /// @param cells as many in each row
    public Table row(String... cells) {
        rows.add(List.of(cells));
        return this;
    }

    /// @return a line a row, no trailing spaces
    public List<String> lines() {
        int columns = rows.getFirst().size();
        var widths = new int[columns];
        for (var row : rows) {
            for (int i = 0; i < columns; i++) {
                widths[i] = Math.max(widths[i], width(row.get(i)));
            }
        }
        return rows.stream().map(row -> line(row, widths)).toList();
    }

    private static String line(List<String> row, int[] widths) {
        var line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            var pad = " ".repeat(widths[i] - width(row.get(i)));
            line.append(i == 0 ? row.get(i) + pad : GAP + pad + row.get(i));
        }
        return line.toString().stripTrailing();
    }

    static int width(String text) {
        return text.codePointCount(0, text.length());
    }
}

package dev.loombench.text;

import java.util.Arrays;
import java.util.List;

/// Tables that the code has as text blocks.
public final class TextTable {
    private TextTable() {}

    /// The words of a text block, whatever the lines.
    public static List<String> words(String block) {
        return List.of(block.strip().split("\\s+", -1));
    }

    /// The rows of a text block: one a line, with two spaces or more between cells, and `-` in
    /// place of an empty one.
    ///
    /// @param columns number of cells of each row
    /// @throws IllegalArgumentException when a row has another number
    public static List<List<String>> rows(int columns, String block) {
        return block.strip().lines().map(line -> row(columns, line)).toList();
    }

    private static List<String> row(int columns, String line) {
        var cells = line.strip().split(" {2,}", -1);
        if (cells.length != columns) {
            throw new IllegalArgumentException(
                    "expected %d cells, found %d: %s".formatted(columns, cells.length, line));
        }
        return Arrays.stream(cells).map(cell -> cell.equals("-") ? "" : cell).toList();
    }
}

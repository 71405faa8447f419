package dev.loombench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/// A table of a document that is written from the code, between two marks.
///
/// With `-Dgolden.write=true` a test writes it; review the difference.
public final class WrittenTable {
    /// Whether to write what tests compare.
    public static final boolean WRITE = Boolean.getBoolean("golden.write");

    private static final String BEGIN =
            "<!-- from the code, by a test with -Dgolden.write=true -->\n";
    private static final String END = "<!-- until here -->\n";

    private WrittenTable() {}

    /// A table in Markdown.
    ///
    /// @param columns their titles
    /// @param rows a cell per column, in Markdown
    public static String of(List<String> columns, Collection<List<String>> rows) {
        return line(columns)
                + "|---".repeat(columns.size())
                + "|\n"
                + rows.stream().map(WrittenTable::line).collect(Collectors.joining());
    }

    private static String line(List<String> cells) {
        return "| " + String.join(" | ", cells) + " |\n";
    }

    /// @param document below the project's folder
    public static void assertIn(String document, String table) throws IOException {
        var file = Path.of(System.getProperty("loombench.home")).resolve(document);
        var text = Files.readString(file);
        int begin = text.indexOf(BEGIN) + BEGIN.length();
        int end = text.indexOf(END);
        assertThat(List.of(begin, end)).as("marks in " + document).isSorted();
        if (WRITE) {
            Files.writeString(file, text.substring(0, begin) + table + text.substring(end));
        } else {
            assertThat(text.substring(begin, end)).isEqualTo(table);
        }
    }
}

package dev.loombench.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CsvTableTest {

    private static CsvTable parse(String text) {
        return CsvTable.parse("t.csv", text);
    }

    @Test
    void the_first_line_names_the_columns() {
        var table = parse("id,name\r\n1,Ada\r\n2,Bob\r\n");
        assertThat(table.columns()).containsExactly("id", "name");
        assertThat(table.column("name")).containsExactly("Ada", "Bob");
    }

    @Test
    void quoted_cells_contain_commas_line_ends_and_doubled_quotes() {
        assertThat(parse("a,b\n\"x,\"\"y\"\"\r\nz\",\"\"\n,").rows())
                .containsExactly(List.of("x,\"y\"\r\nz", ""), List.of("", ""));
    }

    @Test
    void a_missing_last_line_end_is_accepted() {
        assertThat(parse("a\n1").column("a")).containsExactly("1");
    }

    @Test
    void empty_lines_at_the_end_are_no_rows() {
        assertThat(parse("a\r\n1\r\n\r\n\n").column("a")).containsExactly("1");
        assertThat(parse("a\n\"\"\n").column("a")).containsExactly("");
    }

    static List<List<String>> wrongTables() {
        return List.of(
                List.of("", "expected a header line and at least one row, found an empty file"),
                List.of("a,b\n", "expected a header line and at least one row, found no row"),
                List.of("a,b\n1\n", "t.csv:2: expected 2 cells, found 1"),
                List.of("a\n\"x\ny\"\n1,2\n", "t.csv:4: expected 1 cells, found 2"),
                List.of("a\n1\n\n2\n", "t.csv:3: found an empty line"),
                List.of("a\nx\"y\n", "t.csv:2: found a quote within a cell"),
                List.of("a\n\"x\"y\n", "t.csv:2: expected a comma or the end of the line"),
                List.of("a\n1\n\"x\n\n", "t.csv:3: the quote that opens here is never closed"),
                List.of("a\nx\ry\n", "t.csv:2: expected a comma or the end of the line"));
    }

    @ParameterizedTest
    @MethodSource("wrongTables")
    void a_wrong_table_is_rejected_with_its_line(List<String> textAndMessage) {
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() -> parse(textAndMessage.getFirst()))
                .withMessageContaining(textAndMessage.getLast());
    }

    @Test
    void an_unknown_column_is_reported_with_a_suggestion() {
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() -> parse("user,word\n1,2\n").column("usr"))
                .withMessageContaining("t.csv: no column \"usr\"")
                .withMessageContaining("user");
    }

    @Test
    void a_file_that_cannot_be_read_is_reported(@TempDir Path folder) throws Exception {
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() -> CsvTable.read(folder.resolve("none.csv")))
                .withMessageContaining("cannot be read");
        var latin = Files.write(folder.resolve("latin.csv"), new byte[] {'a', '\n', (byte) 0xE9});
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() -> CsvTable.read(latin))
                .withMessageContaining("is not UTF-8 text");
    }
}

package dev.loombench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Whoever reads one page can finish it.
class PagesTest {
    private static final Path HOME = Path.of(System.getProperty("loombench.home"));

    /// Words of a page outside of tables and code: some six minutes.
    private static final int MAX_WORDS = 1_500;

    private static final int MAX_README_WORDS = 700;
    private static final int MAX_TERMS = 40;

    /// Columns, by .editorconfig.
    private static final int MAX_COLUMNS = 125;

    @Test
    void no_page_has_more_words_than_are_read_at_once() throws IOException {
        assertThat(MarkdownPage.all())
                .filteredOn(page -> page.words() > MAX_WORDS)
                .extracting(page -> page.name() + ": " + page.words())
                .isEmpty();
    }

    @Test
    void the_first_page_is_shorter_with_its_tables_and_examples() throws IOException {
        var words = Files.readString(HOME.resolve("README.md")).strip().split("\\s+", -1);
        assertThat(words).hasSizeLessThanOrEqualTo(MAX_README_WORDS);
    }

    /// A row of a table cannot be wrapped.
    @Test
    void no_line_is_longer_than_an_editor_shows() throws IOException {
        assertThat(MarkdownPage.all())
                .flatExtracting(page ->
                        page.lines().stream()
                                .filter(line -> line.length() > MAX_COLUMNS)
                                .filter(line -> !line.startsWith("|"))
                                .map(line -> page.name() + ": " + line)
                                .toList())
                .isEmpty();
    }

    @Test
    void the_glossary_has_no_more_terms_than_are_remembered() throws IOException {
        var rows =
                Files.readAllLines(HOME.resolve("docs/glossary.md")).stream()
                        .filter(line -> line.startsWith("| "))
                        .skip(1)
                        .toList();
        assertThat(rows).isNotEmpty().hasSizeLessThanOrEqualTo(MAX_TERMS);
    }

    @Test
    void tables_and_code_are_not_counted() {
        var page =
                MarkdownPage.of(
                        Path.of("a.md"),
                        List.of("# Two words", "", "| a | b |", "```", "code", "```", "and three"));
        assertThat(page.words()).isEqualTo(5);
    }

    /// What a program shows is what its users copy.
    @Test
    void the_program_of_a_page_is_the_example() throws IOException {
        var source = HOME.resolve("examples/load-api/src/main/java/demo/LoadTest.java");
        var program = Files.readString(source);
        assertThat(Files.readString(HOME.resolve("docs/load/java-api.md"))).contains(program);
    }
}

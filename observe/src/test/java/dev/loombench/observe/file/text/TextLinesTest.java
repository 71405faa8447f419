package dev.loombench.observe.file.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TextLinesTest {
    private static TextLines lines(String text) {
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        return new TextLines(new ByteArrayInputStream(bytes), StandardCharsets.UTF_8);
    }

    private static List<String> all(String text) throws IOException {
        var all = new ArrayList<String>();
        try (var lines = lines(text)) {
            for (var line = lines.next(); line != null; line = lines.next()) {
                all.add(line);
            }
        }
        return all;
    }

    @Test
    void a_last_line_may_have_no_end() throws IOException {
        assertThat(all("a\r\n\nb")).containsExactly("a", "", "b");
        assertThat(all("a\n")).containsExactly("a");
        assertThat(all("")).isEmpty();
    }

    @Test
    void a_long_line_is_cut_and_those_behind_it_are_whole() throws IOException {
        var longest = "x".repeat(TextLines.LONGEST_LINE);
        assertThat(all(longest + "y".repeat(100_000) + "\nb\n" + longest + "\nc"))
                .containsExactly(longest, "b", longest, "c");
    }

    /// However the characters that are read at once end.
    @Test
    void a_list_is_found_behind_any_number_of_characters() throws IOException {
        var list = "{ \"threadDump\" : {\"a\": \"}\"}}";
        for (int before = TextLines.LONGEST_LINE - 40; before < TextLines.LONGEST_LINE; before++) {
            try (var lines = lines("x".repeat(before - 1) + "\n\uFEFF" + list + "\nb")) {
                assertThat(lines.isAtList()).isFalse();
                assertThat(lines.next()).hasSize(before - 1);
                assertThat(lines.isAtList()).as("behind %d", before).isTrue();
                var read = new StringWriter();
                lines.json().transferTo(read);
                assertThat(read).hasToString(list);
                assertThat(lines.next()).isEmpty();
                assertThat(lines.isAtList()).isFalse();
                assertThat(lines.next()).isEqualTo("b");
                assertThat(lines.next()).isNull();
            }
        }
    }
}

package dev.loombench.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.report.text.AnsiStyle;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TerminalTextTest {
    private final StringWriter terminal = new StringWriter();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\u001b]0;title\u0007", // the window's title
                "\u001b]52;c;Zm9v\u0007", // the clipboard
                "\u001b[6n", // the terminal replies on standard input
                "\u001b[2J\u001b[H",
                "\u001bc",
                "\u001bP1$r\u001b\\",
                "\u009b31m", // CSI as one character
                "\b\b\b",
                "\u007f",
                "\u202e",
                "\u2066"
            })
    void foreign_sequences_are_removed(String hostile) throws IOException {
        write("before " + hostile + " after", true);
        assertThat(terminal.toString())
                .startsWith("before \uFFFD")
                .endsWith(" after")
                .doesNotContainPattern("[\\p{Cntrl}\u0080-\u009f\u202e\u2066]");
    }

    @Test
    void text_passes_unchanged() throws IOException {
        write("Größe: 1,5 µs\tπ 😀 \r\n", true);
        assertThat(terminal.toString()).isEqualTo("Größe: 1,5 µs\tπ 😀 \r\n");
    }

    @Test
    void colours_and_redrawn_lines_pass_on_a_terminal() {
        var lines = new AnsiLiveDisplay(new PrintWriter(new TerminalText(terminal, true)));
        lines.draw(List.of(AnsiStyle.ANSI.bad("bad"), AnsiStyle.ANSI.bold("second")));
        lines.draw(List.of("one"));
        lines.clear();
        assertThat(terminal.toString())
                .contains("\u001b[31mbad\u001b[0m", "\u001b[K", "\u001b[J", "\u001b[1A")
                .contains("\u001b[?25l", "\u001b[?7h\u001b[?25h")
                .doesNotContain("\uFFFD");
    }

    @Test
    void without_a_terminal_no_sequence_passes() throws IOException {
        write(AnsiStyle.ANSI.bad("bad"), false);
        assertThat(terminal.toString()).isEqualTo("\uFFFD[31mbad\uFFFD[0m");
    }

    private void write(String text, boolean sequences) throws IOException {
        try (var writer = new TerminalText(terminal, sequences)) {
            writer.write(text);
        }
    }
}

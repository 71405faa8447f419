package dev.loombench.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class StatusLineTest {
    private static final String CLEAR = "\r\u001b[K";

    private final StringWriter written = new StringWriter();
    private final PrintWriter out = new PrintWriter(written);

    @Test
    void a_text_takes_the_place_of_the_last_one() {
        var status = new StatusLine(out, true);
        status.show("1 of 2");
        status.show("2 of 2");
        status.clear();
        assertThat(written.toString()).isEqualTo(CLEAR + "1 of 2" + CLEAR + "2 of 2" + CLEAR);
    }

    @Test
    void a_whole_line_takes_the_place_of_the_text() {
        var status = new StatusLine(out, true);
        status.show("1 of 2");
        status.println("1 failed");
        assertThat(written.toString())
                .isEqualTo(CLEAR + "1 of 2" + CLEAR + "1 failed" + System.lineSeparator());
    }

    @Test
    void a_text_never_fills_the_width_of_the_terminal() {
        int columns = Terminal.columns();
        new StatusLine(out, true).show("x".repeat(2 * columns));
        assertThat(written.toString()).isEqualTo(CLEAR + "x".repeat(Math.max(1, columns - 1)));
    }

    @Test
    void without_a_terminal_nothing_is_written() {
        var status = new StatusLine(out, false);
        status.show("1 of 2");
        status.clear();
        assertThat(written.toString()).isEmpty();
    }
}

package dev.loombench.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.cli.RecordedTerminal;
import java.io.PrintWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

class AnsiLiveDisplayTest {
    private final RecordedTerminal terminal = new RecordedTerminal(4, 10);
    private final PrintWriter out = new PrintWriter(terminal);
    private final AnsiLiveDisplay lines = new AnsiLiveDisplay(out);

    @Test
    void a_draw_replaces_the_previous_one() {
        out.print("$ load\n");
        lines.draw(List.of("rate 100", "errors 10"));
        lines.draw(List.of("rate 9", "errors 9"));
        assertThat(terminal.text()).containsExactly("$ load", "rate 9", "errors 9");
    }

    @Test
    void only_the_first_draw_may_scroll_even_at_the_bottom() {
        out.print("1\n2\n3\n");
        lines.draw(List.of("a", "b", "c"));
        assertThat(terminal.scrolled()).isEqualTo(2); // two lines more than were free
        for (int i = 0; i < 20; i++) {
            lines.draw(List.of("a" + i, "b" + i, "c" + i));
        }
        assertThat(terminal.scrolled()).isEqualTo(2);
        assertThat(terminal.text()).containsExactly("3", "a19", "b19", "c19");
    }

    @Test
    void a_line_wider_than_the_terminal_is_cut_and_does_not_wrap() {
        lines.draw(List.of("0123456789abcdef", "b"));
        lines.draw(List.of("0123456789abcdef", "b"));
        assertThat(terminal.text()).hasSize(2).last().isEqualTo("b");
        assertThat(terminal.scrolled()).isZero();
    }

    @Test
    void a_draw_of_fewer_lines_removes_the_others() {
        lines.draw(List.of("a", "b", "c"));
        lines.draw(List.of("d"));
        assertThat(terminal.text()).containsExactly("d");
        lines.draw(List.of("e", "f"));
        assertThat(terminal.text()).containsExactly("e", "f");
    }

    @Test
    void clearing_restores_the_terminal() {
        out.print("$ load\n");
        lines.draw(List.of("a", "b"));
        assertThat(terminal.isCursorShown()).isFalse();
        lines.clear();
        assertThat(terminal.isRestored()).isTrue();
        out.print("result");
        assertThat(terminal.text()).containsExactly("$ load", "result");
    }

    @Test
    void clearing_without_a_draw_writes_nothing() {
        out.print("no line end");
        lines.clear();
        lines.clear();
        assertThat(terminal.text()).containsExactly("no line en", "d");
    }
}

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
    void a_draw_takes_the_place_of_the_one_before() {
        out.print("$ load\n");
        lines.draw(List.of("rate 100", "errors 10"));
        lines.draw(List.of("rate 9", "errors 9"));
        assertThat(terminal.seen()).containsExactly("$ load", "rate 9", "errors 9");
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
        assertThat(terminal.seen()).containsExactly("3", "a19", "b19", "c19");
    }

    @Test
    void a_line_wider_than_the_terminal_is_cut_and_does_not_wrap() {
        lines.draw(List.of("0123456789abcdef", "b"));
        lines.draw(List.of("0123456789abcdef", "b"));
        assertThat(terminal.seen()).hasSize(2).last().isEqualTo("b");
        assertThat(terminal.scrolled()).isZero();
    }

    @Test
    void fewer_lines_leave_none_of_the_old_behind() {
        lines.draw(List.of("a", "b", "c"));
        lines.draw(List.of("d"));
        assertThat(terminal.seen()).containsExactly("d");
        lines.draw(List.of("e", "f"));
        assertThat(terminal.seen()).containsExactly("e", "f");
    }

    @Test
    void clearing_leaves_the_terminal_as_it_was() {
        out.print("$ load\n");
        lines.draw(List.of("a", "b"));
        assertThat(terminal.cursorShown()).isFalse();
        lines.clear();
        assertThat(terminal.asBefore()).isTrue();
        out.print("result");
        assertThat(terminal.seen()).containsExactly("$ load", "result");
    }

    @Test
    void clearing_what_was_never_drawn_writes_nothing() {
        out.print("no line end");
        lines.clear();
        lines.clear();
        assertThat(terminal.seen()).containsExactly("no line en", "d");
    }
}

package dev.loombench.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LineWrapperTest {
    private static final String FAINT = "\u001b[2m";
    private static final String OFF = "\u001b[0m";

    @Test
    void lines_break_between_words_and_later_ones_have_two_columns_more() {
        assertThat(LineWrapper.at(12, " ", "one two three four"))
                .containsExactly(" one two", "   three", "   four");
    }

    @Test
    void a_wrapped_faint_note_is_faint_on_every_line() {
        assertThat(LineWrapper.at(12, " ", AnsiStyle.ANSI.faint("one two three four")))
                .containsExactly(
                        " " + FAINT + "one two" + OFF,
                        "   " + FAINT + "three" + OFF,
                        "   " + FAINT + "four" + OFF);
    }

    @Test
    void a_wrapped_line_keeps_all_styles_that_are_on() {
        var both = AnsiStyle.ANSI.bad(AnsiStyle.ANSI.bold("one two"));
        assertThat(LineWrapper.at(4, "", both))
                .containsExactly(
                        "\u001b[31m\u001b[1mone" + OFF, "  \u001b[31m\u001b[1mtwo" + OFF + OFF);
    }

    @Test
    void a_style_that_has_ended_does_not_continue_on_the_next_line() {
        assertThat(LineWrapper.at(12, " ", AnsiStyle.ANSI.bold("one") + " two three"))
                .containsExactly(" \u001b[1mone" + OFF + " two", "   three");
    }
}

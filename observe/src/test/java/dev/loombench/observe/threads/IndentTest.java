package dev.loombench.observe.threads;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class IndentTest {
    @Test
    void white_space_in_front_of_a_line_and_behind_it_is_none_of_its_text() {
        assertThat(Indent.of("\t at A.b(A.java:1)")).isEqualTo(2);
        assertThat(Indent.of("at")).isZero();
        assertThat(Indent.of("  ")).isEqualTo(2);
        assertThat(Indent.end("at  \r")).isEqualTo(2);
        assertThat(Indent.end("  ")).isZero();
    }

    @Test
    void a_header_begins_with_a_digit() {
        assertThat(Indent.isBeforeDigit("  4711")).isTrue();
        assertThat(Indent.isBeforeDigit(" #1")).isFalse();
        assertThat(Indent.isBeforeDigit("")).isFalse();
    }
}

package dev.loombench.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlainTextTest {
    /// Control characters of both sets, a line and a paragraph separator, half a pair, a mark of
    /// direction, one without width, and a noncharacter.
    @ParameterizedTest
    @ValueSource(
            ints = {0x07, 0x09, 0x0A, 0x1B, 0x9B, 0x2028, 0x2029, 0xD800, 0x202E, 0x200B, 0xFFFE})
    void what_has_no_form_of_its_own_is_replaced(int codePoint) {
        var text = new StringBuilder("a").appendCodePoint(codePoint).append("b").toString();
        assertThat(PlainText.of(text)).isEqualTo("a\uFFFDb");
    }

    @Test
    void words_signs_and_pairs_remain() {
        var text = "p99 ≤ 10 µs; 日本 \uD83D\uDE00 <b>";
        assertThat(PlainText.of(text)).isEqualTo(text);
    }
}

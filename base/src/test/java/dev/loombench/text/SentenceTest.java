package dev.loombench.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SentenceTest {
    @Test
    void a_sentence_has_a_capital_letter_and_one_full_stop() {
        assertThat(Sentence.of("a pool is full")).isEqualTo("A pool is full.");
        assertThat(Sentence.of("first. Then this.")).isEqualTo("First. Then this.");
    }
}

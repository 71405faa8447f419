package dev.loombench.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SentenceTest {
    @Test
    void a_sentence_has_a_capital_letter_and_one_full_stop() {
        assertThat(Sentence.of("a pool is full")).isEqualTo("A pool is full.");
        assertThat(Sentence.of("first. Then this.")).isEqualTo("First. Then this.");
    }

    @Test
    void the_last_of_several_words_follows_a_conjunction() {
        assertThat(Sentence.listed(List.of("A"), "or")).isEqualTo("A");
        assertThat(Sentence.listed(List.of("A", "B"), "or")).isEqualTo("A or B");
        assertThat(Sentence.listed(List.of("A", "B", "C"), "and")).isEqualTo("A, B and C");
    }
}

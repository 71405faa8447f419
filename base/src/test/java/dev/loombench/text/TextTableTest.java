package dev.loombench.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class TextTableTest {
    @Test
    void words_are_those_of_all_lines() {
        assertThat(TextTable.words("a. b.\nc.\n")).containsExactly("a.", "b.", "c.");
    }

    @Test
    void cells_are_two_spaces_or_more_apart_and_may_be_empty() {
        assertThat(TextTable.rows(3, "a b  -  c\nd    e  -\n"))
                .containsExactly(List.of("a b", "", "c"), List.of("d", "e", ""));
    }

    @Test
    void a_row_has_a_cell_per_column() {
        assertThatThrownBy(() -> TextTable.rows(2, "a  b\nc\n"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("c");
    }
}

package dev.loombench.experiment.variant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.text.WrongInput;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CpusTest {
    @ParameterizedTest
    @CsvSource({"0, 1", "'0,2', 2", "0-3, 4", "'0-2,4', 4", "'1-2,2-3', 3"})
    void listed_processors_are_counted_once_each(String list, int count) {
        assertThat(Cpus.of(list)).isEqualTo(new Cpus.Listed(list));
        assertThat(Cpus.of(list).cores()).isEqualTo(count);
    }

    @Test
    void ranges_contain_both_ends() {
        assertThat(new Cpus.Listed("0,2-4").processors().stream()).containsExactly(0, 2, 3, 4);
    }

    @Test
    void a_count_and_a_quota_have_a_word_in_front() {
        assertThat(Cpus.of("count 2")).isEqualTo(new Cpus.Count(2));
        assertThat(Cpus.of("quota 0.5")).isEqualTo(new Cpus.Quota(0.5));
        assertThat(Cpus.of("quota 2")).isEqualTo(new Cpus.Quota(2));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "0-1,3", "count 2", "quota 0.5", "quota 2.0", "quota 0.01"})
    void the_text_is_what_was_parsed(String text) {
        assertThat(Cpus.of(text).text()).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "0.5", "two", "count", "count -1", "count 1.5", "quota", "quota -1"})
    void anything_else_is_refused(String text) {
        assertThatThrownBy(() -> Cpus.of(text))
                .isInstanceOf(WrongInput.class)
                .hasMessageContaining("cpus must be a list like 0 or 0-1");
    }

    /// 1 ms in 100 ms.
    @Test
    void what_the_kernel_cannot_do_is_refused() {
        assertThatThrownBy(() -> Cpus.of("1-0")).hasMessageContaining("must count upwards");
        assertThatThrownBy(() -> Cpus.of("count 0")).hasMessageContaining("at least 1, was 0");
        assertThatThrownBy(() -> Cpus.of("quota 0.009")).hasMessageContaining("at least 0.01");
        assertThat(Cpus.of("quota 0.01").cores()).isEqualTo(0.01);
    }
}

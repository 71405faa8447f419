package dev.loombench.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AlphaSpendingTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 7, 40})
    void the_errors_of_all_looks_add_up_to_the_whole(int early) {
        var looks = new AlphaSpending(early);
        assertThat(early * (1 - looks.each(0.95)) + (1 - looks.last(0.95)))
                .isCloseTo(0.05, within(1e-12));
    }

    @Test
    void an_early_look_is_stricter_than_the_last() {
        assertThat(new AlphaSpending(1).each(0.95)).isGreaterThan(new AlphaSpending(1).last(0.95));
    }

    @Test
    void who_looks_once_has_all_of_it() {
        assertThat(new AlphaSpending(0).last(0.95)).isEqualTo(0.95);
        assertThat(new AlphaSpending(0).each(0.95)).isEqualTo(0.95);
    }
}

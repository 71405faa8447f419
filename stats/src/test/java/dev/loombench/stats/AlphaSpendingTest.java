package dev.loombench.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AlphaSpendingTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 7, 40})
    void the_errors_of_all_analyses_add_up_to_the_total(int early) {
        var spending = new AlphaSpending(early);
        assertThat(early * (1 - spending.earlyLevel(0.95)) + (1 - spending.lastLevel(0.95)))
                .isCloseTo(0.05, within(1e-12));
    }

    @Test
    void an_early_analysis_is_stricter_than_the_last() {
        assertThat(new AlphaSpending(1).earlyLevel(0.95))
                .isGreaterThan(new AlphaSpending(1).lastLevel(0.95));
    }

    @Test
    void a_single_analysis_has_the_whole_error() {
        assertThat(new AlphaSpending(0).lastLevel(0.95)).isEqualTo(0.95);
        assertThat(new AlphaSpending(0).earlyLevel(0.95)).isEqualTo(0.95);
    }
}

package dev.loombench.stats.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class BurstsTest {
    @Test
    void values_that_agree_have_one_and_a_half_times_their_median() {
        assertThat(Bursts.limit(new double[] {2, 2, 2, 9})).isCloseTo(3, within(1e-12));
    }

    /// The median of the deviations 2, 1, 0, 1, 2 is 1.
    @Test
    void values_that_vary_have_six_deviations() {
        assertThat(Bursts.limit(new double[] {8, 9, 10, 11, 12}))
                .isCloseTo(10 + 6 * 1.4826, within(1e-12));
    }

    /// As of tosses of a coin: both of two with a probability of a quarter, and one or more of
    /// three with a half.
    @Test
    void bursts_coincide_by_chance_as_binomial_numbers() {
        assertThat(Bursts.chance(2, 2, 0.25)).isCloseTo(1 / 16.0, within(1e-12));
        assertThat(Bursts.chance(1, 3, 0.5)).isCloseTo(7 / 8.0, within(1e-12));
        assertThat(Bursts.chance(0, 3, 0.5)).isEqualTo(1);
    }
}

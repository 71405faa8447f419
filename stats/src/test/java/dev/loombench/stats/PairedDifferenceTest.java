package dev.loombench.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class PairedDifferenceTest {
    private static final double[] NO_SAMPLING = {0, 0, 0};
    private static final double[] BASELINE = {100, 900, 50};

    /// Differences 1, 2, 3: mean 2, s = 1, error 1 / sqrt(3) = 0.57735, t[2] = 4.3027 at 95 %,
    /// half-width 2.4841. t = 3.4641 with 2 degrees of freedom: p = 0.0742.
    @Test
    void three_blocks() {
        var difference = PairedDifference.of(new double[] {101, 902, 53}, BASELINE, NO_SAMPLING);
        var interval = difference.interval(0.95);
        assertThat(interval.point()).isEqualTo(2);
        assertThat(interval.high() - 2).isCloseTo(2.4841, within(1e-4));
        assertThat(2 - interval.low()).isCloseTo(2.4841, within(1e-4));
        assertThat(difference.pValue()).isCloseTo(0.0742, within(1e-4));
    }

    /// An interval at level 1 - p has an end at 0.
    @Test
    void the_interval_excludes_0_exactly_where_the_test_rejects() {
        var difference = PairedDifference.of(new double[] {101, 902, 53}, BASELINE, NO_SAMPLING);
        double p = difference.pValue();
        assertThat(difference.interval(1 - p).low()).isCloseTo(0, within(1e-6));
        assertThat(difference.interval(1 - p * 1.01).low()).isPositive();
        assertThat(difference.interval(1 - p * 0.99).low()).isNegative();
    }

    /// The same differences in each block, as happens with few samples: the variance is at least
    /// that of sampling, 3 per difference, so that the error is sqrt(3 / 3) = 1.
    @Test
    void the_error_is_at_least_that_of_sampling() {
        var difference =
                PairedDifference.of(new double[] {102, 902, 52}, BASELINE, new double[] {2, 4, 3});
        assertThat(difference.mean()).isEqualTo(2);
        assertThat(difference.error()).isCloseTo(1, within(1e-12));
    }

    @Test
    void equal_values_do_not_differ() {
        assertThat(PairedDifference.of(BASELINE, BASELINE, NO_SAMPLING).pValue()).isEqualTo(1);
    }

    @Test
    void one_block_and_unequal_numbers_are_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PairedDifference.of(new double[1], new double[1], new double[1]));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PairedDifference.of(BASELINE, new double[2], NO_SAMPLING));
    }
}

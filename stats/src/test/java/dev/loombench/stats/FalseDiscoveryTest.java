package dev.loombench.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class FalseDiscoveryTest {
    private static final double Q = 0.05;

    /// m = 4, c = 1 + 1/2 + 1/3 + 1/4 = 25/12, step = 0.05 / (4 * 25/12) = 0.006. The thresholds
    /// are 0.006, 0.012, 0.018, 0.024: 0.011 is the second smallest and below its own, 0.02 is the
    /// third and above.
    @Test
    void the_largest_one_below_its_threshold_and_all_smaller_ones_are_rejected() {
        var discovery = FalseDiscovery.of(new double[] {0.9, 0.011, 0.007, 0.02}, Q);
        assertThat(discovery.rejected()).isEqualTo(2);
        assertThat(discovery.threshold()).isCloseTo(0.012, within(1e-12));
        assertThat(discovery.rejects(0.007)).as("above its own threshold").isTrue();
        assertThat(discovery.rejects(0.011)).isTrue();
        assertThat(discovery.rejects(0.02)).isFalse();
        assertThat(discovery.level()).isCloseTo(0.988, within(1e-12));
    }

    @Test
    void without_a_small_value_none_is_rejected_and_the_level_is_that_of_the_first() {
        var discovery = FalseDiscovery.of(new double[] {0.9, 0.5, 0.0061, 0.2}, Q);
        assertThat(discovery.rejected()).isZero();
        assertThat(discovery.rejects(0)).isFalse();
        assertThat(discovery.level()).isCloseTo(0.994, within(1e-12));
    }

    @Test
    void nothing_to_test_is_nothing_to_reject() {
        assertThat(FalseDiscovery.of(new double[0], Q)).isEqualTo(new FalseDiscovery(0, Q));
    }

    @Test
    void values_that_are_no_probability_are_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FalseDiscovery.of(new double[] {1.1}, Q));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FalseDiscovery.of(new double[] {Double.NaN}, Q));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FalseDiscovery.of(new double[] {0.1}, 0));
    }

    /// 40 true hypotheses whose tests depend on one another: half of them share one value, the
    /// others are its complement. Something is rejected in at most 5 % of 20,000 runs, ± 3 standard
    /// errors of 0.15 points.
    @Test
    void dependent_tests_of_nothing_reject_as_rarely_as_the_rate_says() {
        var random = new SplittableRandom(1);
        int rejecting = 0;
        for (int run = 0; run < 20_000; run++) {
            double common = random.nextDouble();
            var p = new double[40];
            Arrays.setAll(p, i -> i % 2 == 0 ? common : 1 - common);
            rejecting += FalseDiscovery.of(p, Q).rejected() > 0 ? 1 : 0;
        }
        assertThat(rejecting / 20_000.0).isLessThan(0.0545);
    }
}

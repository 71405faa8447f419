package dev.loombench.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class NestedVarianceTest {
    /// Within: (2 + 2) / 2. Means 2 and 6 with the variance 8, of which 2 / 2 comes from within.
    private static final NestedVariance FOUR = NestedVariance.of(new double[][] {{1, 3}, {5, 7}});

    @Test
    void the_variance_within_blocks_is_taken_out_of_that_of_their_means() {
        assertThat(FOUR.within()).isEqualTo(2);
        assertThat(FOUR.between()).isEqualTo(7);
        assertThat(FOUR.parts()).isEqualTo(2);
        assertThat(NestedVariance.of(new double[][] {{1, 3}, {2, 2}}).between()).isZero();
    }

    /// sqrt(28 / 1 * 2 / 7); and (7 + 2 / 8) * (28 + 8) over (7 + 2 / 2) * (28 + 2).
    @Test
    void blocks_that_take_long_to_start_are_worth_more_parts() {
        assertThat(FOUR.bestParts(7, 28, 1)).isCloseTo(Math.sqrt(8), within(1e-12));
        assertThat(FOUR.timeShare(7, 2, 28, 1)).isEqualTo(1);
        assertThat(FOUR.timeShare(7, 8, 28, 1)).isCloseTo(261.0 / 240, within(1e-12));
        assertThat(FOUR.bestParts(0, 28, 1)).isInfinite();
    }

    /// 2,000 blocks: the standard errors of the estimates are 3.5 % and 1 %.
    @Test
    void known_variances_are_found() {
        var random = new Random(7);
        var x = new double[2_000][10];
        for (var block : x) {
            double mean = 0.02 * random.nextGaussian();
            for (int i = 0; i < block.length; i++) {
                block[i] = mean + 0.05 * random.nextGaussian();
            }
        }
        var found = NestedVariance.of(x);
        assertThat(Math.sqrt(found.within())).isCloseTo(0.05, within(0.0015));
        assertThat(Math.sqrt(found.between())).isCloseTo(0.02, within(0.0015));
        assertThat(found.between(0.8).low()).isLessThan(found.between());
        assertThat(found.between(0.8).high()).isGreaterThan(found.between());
    }

    @Test
    void too_few_values_are_refused() {
        assertThatThrownBy(() -> NestedVariance.of(new double[][] {{1, 2}}))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> NestedVariance.of(new double[][] {{1}, {2}}))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> NestedVariance.of(new double[][] {{1, 2}, {2, 3, 4}}))
                .isInstanceOf(IllegalArgumentException.class);
    }
}

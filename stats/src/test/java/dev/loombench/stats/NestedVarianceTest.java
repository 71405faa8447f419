package dev.loombench.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
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
        var found = NestedVariance.of(blocks(new Random(7), 2_000, 10, 0.02, 0.05));
        assertThat(Math.sqrt(found.within())).isCloseTo(0.05, within(0.0015));
        assertThat(Math.sqrt(found.between())).isCloseTo(0.02, within(0.0015));
    }

    /// Neighbours correlate by 0.5, so that the mean of 20 parts varies 2.8 times as much: as if
    /// blocks differed by 0.025, did the parts not count as alike.
    @Test
    void parts_that_are_alike_are_no_difference_between_blocks() {
        var random = new Random(5);
        var x = new double[2_000][20];
        for (var block : x) {
            double mean = 0.02 * random.nextGaussian();
            double noise = random.nextGaussian();
            for (int i = 0; i < block.length; i++) {
                block[i] = mean + 0.05 * noise;
                noise = 0.5 * noise + Math.sqrt(0.75) * random.nextGaussian();
            }
        }
        var found = NestedVariance.of(x);
        assertThat(Math.sqrt(found.between())).isCloseTo(0.02, within(0.002));
        // in units of 0.0001, 4 between and 25 (1 + 0.5) / (1 - 0.5) within: 1.52, and else 1.78
        assertThat(found.timeShare(0.0004, 40, 0, 1))
                .isCloseTo(2 * (4 + 75 / 40.0) / (4 + 75 / 20.0), within(0.06));
    }

    /// r1 = (1 - 1 + 1) / 4 in both blocks of four, and (1 / 4 + 1 / 4) / (3 / 4) is below 1.645 /
    /// sqrt 6; of eight such blocks it is above 1.645 / sqrt 24, and 2 / 3 increases the variance
    /// within, 4 / 3, five times.
    @Test
    void a_correlation_counts_beyond_chance() {
        double[] pairs = {1, 1, -1, -1};
        assertThat(NestedVariance.of(new double[][] {pairs, pairs}).bestParts(1, 3, 1))
                .isCloseTo(2, within(1e-12));
        var eight = new double[8][];
        Arrays.fill(eight, pairs);
        assertThat(NestedVariance.of(eight).bestParts(1, 3, 1))
                .isCloseTo(Math.sqrt(20), within(1e-12));
    }

    /// Of three means the chi-squared distribution has 2 degrees of freedom and the quantiles `-2
    /// ln(1 - p)`: 2 ln 10 for 90 % and -2 ln 0.9 for 10 %. Means 2, 6 and 10 have the variance 16,
    /// so its limits are 2 * 16 over the quantiles, and within a block it is 2 / 2.
    @Test
    void the_limits_are_those_of_the_means_without_the_parts() {
        var interval = NestedVariance.of(new double[][] {{1, 3}, {5, 7}, {9, 11}}).between(0.8);
        assertThat(interval.low()).isCloseTo(16 / Math.log(10) - 1, within(1e-9));
        assertThat(interval.point()).isEqualTo(15);
        assertThat(interval.high()).isCloseTo(16 / -Math.log(0.9) - 1, within(1e-9));
    }

    /// Means 2, 3 and 4 have the variance 1, all of which the parts explain.
    @Test
    void a_limit_is_not_below_zero() {
        var interval = NestedVariance.of(new double[][] {{1, 3}, {2, 4}, {3, 5}}).between(0.8);
        assertThat(interval.low()).isZero();
        assertThat(interval.point()).isZero();
        assertThat(interval.high()).isCloseTo(1 / -Math.log(0.9) - 1, within(1e-9));
    }

    /// The standard error of a share of 10 % of 4,000 intervals is 0.5 %. Each interval is for 6
    /// blocks of 20 parts, in which 0.8 of the variance of the means is between the blocks.
    @Test
    void each_limit_misses_the_true_variance_in_a_tenth_of_all_intervals() {
        var random = new Random(11);
        int runs = 4_000;
        int below = 0;
        int above = 0;
        for (int run = 0; run < runs; run++) {
            var interval = NestedVariance.of(blocks(random, 6, 20, 0.02, 0.045)).between(0.8);
            below += interval.low() > 0.02 * 0.02 ? 1 : 0;
            above += interval.high() < 0.02 * 0.02 ? 1 : 0;
        }
        assertThat((double) below / runs).isCloseTo(0.1, within(0.02));
        assertThat((double) above / runs).isCloseTo(0.1, within(0.02));
    }

    /// @param between standard deviation of the blocks' means, and `within` that of their parts
    private static double[][] blocks(
            Random random, int count, int parts, double between, double within) {
        var x = new double[count][parts];
        for (var block : x) {
            double mean = between * random.nextGaussian();
            for (int i = 0; i < parts; i++) {
                block[i] = mean + within * random.nextGaussian();
            }
        }
        return x;
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

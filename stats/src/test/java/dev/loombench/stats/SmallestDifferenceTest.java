package dev.loombench.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.stats.BlocksNeeded.Range;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SmallestDifferenceTest {
    private static final double LEVEL = 0.95;
    private static final Range BELOW_NONE = new Range(Double.NEGATIVE_INFINITY, 0);

    /// The standard error of a share of 80 % of 20,000 runs is 0.28 points; the quadrature of the
    /// power adds less than a point.
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 10, 60})
    void four_of_five_runs_find_it(int blocks) {
        double difference = SmallestDifference.of(blocks, 0.05, LEVEL);
        var random = new SplittableRandom(7);
        int found = 0;
        for (int run = 0; run < 20_000; run++) {
            var d = new double[blocks];
            for (int i = 0; i < blocks; i++) {
                d[i] = random.nextGaussian(difference, 0.05);
            }
            found += StudentT.mean(d, LEVEL).contains(0) ? 0 : 1;
        }
        assertThat(found / 20_000.0).isCloseTo(0.8, within(0.02));
    }

    /// With 1,000 blocks t is nearly normal: (1.96 + 0.84) * 0.1 / sqrt(1000) = 0.00886.
    @Test
    void many_blocks_are_as_the_normal_distribution_has_it() {
        assertThat(SmallestDifference.of(1_000, 0.1, LEVEL)).isCloseTo(0.00886, within(0.0001));
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 8, 40})
    void the_forecast_of_blocks_is_its_inverse(int blocks) {
        double difference = SmallestDifference.of(blocks, 0.05, LEVEL);
        assertThat(BlocksNeeded.fewest(difference, 0.05, BELOW_NONE, LEVEL)).isEqualTo(blocks);
    }

    @Test
    void it_is_proportional_to_the_spread() {
        double difference = SmallestDifference.of(5, 0.02, LEVEL);
        assertThat(SmallestDifference.of(5, 0.04, LEVEL)).isEqualTo(2 * difference);
        assertThat(SmallestDifference.of(5, 0, LEVEL)).isZero();
    }
}

package dev.loombench.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SpreadIntervalTest {
    /// s = 0.052915; of chi-squared with 2 degrees of freedom, 10 % are above 4.60517 and 10 %
    /// below 0.21072: s * sqrt(2 / 4.60517) and s * sqrt(2 / 0.21072).
    @Test
    void limits_of_three_values() {
        var interval = SpreadInterval.of(new double[] {-0.02, 0.06, 0.08}, 0.8);
        assertThat(interval.point()).isCloseTo(0.052915, within(1e-6));
        assertThat(interval.low()).isCloseTo(0.034871, within(1e-5));
        assertThat(interval.high()).isCloseTo(0.163018, within(1e-5));
    }

    @Test
    void equal_values_have_no_spread() {
        assertThat(SpreadInterval.of(new double[] {3, 3, 3}, 0.8)).isEqualTo(new Interval(0, 0, 0));
    }

    /// The standard error of a share of 80 % of 10,000 is 0.4 points.
    @Test
    void four_of_five_intervals_contain_the_true_spread() {
        var random = new SplittableRandom(1);
        int covered = 0;
        for (int run = 0; run < 10_000; run++) {
            var x = new double[] {0, 0, 0, 0, 0};
            for (int i = 0; i < x.length; i++) {
                x[i] = random.nextGaussian(7, 2);
            }
            covered += SpreadInterval.of(x, 0.8).contains(2) ? 1 : 0;
        }
        assertThat(covered / 10_000.0).isCloseTo(0.8, within(0.012));
    }
}

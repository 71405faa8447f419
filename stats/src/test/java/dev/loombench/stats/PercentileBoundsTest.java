package dev.loombench.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PercentileBoundsTest {
    /// The upper bound would be the 301st of 300 values: 300 are below the p99 in 4.9 % of samples.
    @Test
    void few_values_have_no_upper_bound() {
        assertThat(PercentileBounds.of(300, 0.99, 0.95).high()).isEqualTo(301);
        assertThat(PercentileBounds.of(1_000, 0.99, 0.95).high()).isLessThanOrEqualTo(1_000);
    }

    /// The ranks of tables for the median (sign test, as in Conover, *Practical Nonparametric
    /// Statistics*): of ten values the second and the ninth, as at most one of ten tosses of a coin
    /// is heads with 11 / 1,024; of six the ends, 1 / 64 each; of five none, as 1 / 32 is above 2.5
    /// %.
    @Test
    void the_median_of_few_values_lies_between_the_ranks_of_the_sign_test() {
        assertThat(PercentileBounds.of(10, 0.5, 0.95)).isEqualTo(new PercentileBounds(2, 9));
        assertThat(PercentileBounds.of(6, 0.5, 0.95)).isEqualTo(new PercentileBounds(1, 6));
        assertThat(PercentileBounds.of(5, 0.5, 0.95)).isEqualTo(new PercentileBounds(0, 6));
    }

    /// Binomial ranks are whole, so the coverage is a little above the level. The standard error is
    /// 0.5 points.
    @ParameterizedTest
    @CsvSource({"1000, 0.99", "3000, 0.99", "400, 0.5", "10000, 0.999"})
    void the_bounds_contain_the_percentile_at_their_level(int n, double p) {
        var bounds = PercentileBounds.of(n, p, 0.95);
        int hit = 0;
        int runs = 2_000;
        for (int i = 0; i < runs; i++) {
            var x = new SplittableRandom(i).doubles(n).toArray();
            Arrays.sort(x);
            hit += x[(int) bounds.low() - 1] <= p && p <= x[(int) bounds.high() - 1] ? 1 : 0;
        }
        assertThat((double) hit / runs).isBetween(0.935, 0.985);
    }
}

package dev.loombench.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PercentileBoundsTest {
    /// 300 of 300 values are below the p99 in 4.9 % of samples, so that the longest is not too
    /// large.
    @Test
    void few_values_have_no_upper_bound() {
        var p99 = new PercentileBounds(0.99, 0.95);
        assertThat(p99.isTooLarge(300, 300)).isFalse();
        assertThat(p99.fewest()).isEqualTo(368);
        assertThat(p99.isTooLarge(367, 367)).isFalse();
        assertThat(p99.isTooLarge(368, 368)).isTrue();
    }

    /// 2.2 of 3 thousand million are 73 %, far below the p99, and not as many as an int can count.
    @Test
    void more_values_than_an_int_counts_keep_their_shares() {
        var p99 = new PercentileBounds(0.99, 0.95);
        long n = 3_000_000_000L;
        assertThat(p99.isTooSmall(n, 2_200_000_000L)).isTrue();
        assertThat(p99.isTooLarge(n, 2_200_000_000L)).isFalse();
        assertThat(p99.isTooSmall(n, n)).isFalse();
        assertThat(p99.isTooLarge(n, n)).isTrue();
    }

    /// The ranks of tables for the median (sign test, as in Conover, *Practical Nonparametric
    /// Statistics*): of ten values the second and the ninth, as at most one of ten tosses of a coin
    /// is heads with 11 / 1,024; of six the ends, 1 / 64 each; of five none, as 1 / 32 is above 2.5
    /// %.
    @Test
    void the_median_of_few_values_lies_between_the_ranks_of_the_sign_test() {
        var median = new PercentileBounds(0.5, 0.95);
        assertThat(Ranks.of(median, 10)).isEqualTo(new Ranks(2, 9));
        assertThat(Ranks.of(median, 6)).isEqualTo(new Ranks(1, 6));
        assertThat(Ranks.of(median, 5)).isEqualTo(new Ranks(0, 6));
    }

    /// Binomial ranks are whole, so the coverage is a little above the level. The standard error is
    /// 0.5 points.
    @ParameterizedTest
    @CsvSource({"1000, 0.99", "3000, 0.99", "400, 0.5", "10000, 0.999"})
    void the_bounds_contain_the_percentile_at_their_level(int n, double p) {
        var ranks = Ranks.of(new PercentileBounds(p, 0.95), n);
        int hit = 0;
        int runs = 2_000;
        for (int i = 0; i < runs; i++) {
            long below = new SplittableRandom(i).doubles(n).filter(x -> x < p).count();
            hit += ranks.low <= below && below < ranks.high ? 1 : 0;
        }
        assertThat((double) hit / runs).isBetween(0.935, 0.985);
    }

    /// The first value of n that is not too small, and the first that is too large.
    ///
    /// @param low 0 where none is too small
    /// @param high n + 1 where none is too large
    private record Ranks(int low, int high) {
        static Ranks of(PercentileBounds bounds, int n) {
            int low = 0;
            while (bounds.isTooSmall(n, low)) {
                low++;
            }
            int high = low;
            while (high <= n && !bounds.isTooLarge(n, high)) {
                high++;
            }
            return new Ranks(low, high);
        }
    }
}

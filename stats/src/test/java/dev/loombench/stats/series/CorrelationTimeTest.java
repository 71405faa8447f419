package dev.loombench.stats.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class CorrelationTimeTest {
    private static double[] autoregressive(double correlation, int n, int seed) {
        var random = new SplittableRandom(seed);
        var x = new double[n];
        for (int i = 1; i < n; i++) {
            x[i] = correlation * x[i - 1] + random.nextGaussian();
        }
        return x;
    }

    @Test
    void independent_values_say_something_new_at_half_a_sample() {
        assertThat(CorrelationTime.of(List.of(autoregressive(0, 10_000, 1)))).isEqualTo(0.5);
    }

    /// `1/2 + sum(0.9^k)` = 9.5; the sum ends where 0.9^k is 0.05, at 9.05.
    @Test
    void the_time_of_an_autoregressive_series_is_its_sum() {
        assertThat(CorrelationTime.of(List.of(autoregressive(0.9, 100_000, 2))))
                .isCloseTo(9.05, within(0.6));
    }

    /// Each piece is constant: only their common mean shows that they are correlated.
    @Test
    void pieces_have_a_common_mean() {
        var pieces = List.of(new double[] {1, 1, 1, 1}, new double[] {3, 3, 3, 3});
        assertThat(CorrelationTime.of(pieces)).isEqualTo(3.5);
    }

    @Test
    void nothing_that_varies_has_no_time() {
        assertThat(CorrelationTime.of(List.of())).isZero();
        assertThat(CorrelationTime.of(List.of(new double[] {2, 2, 2}))).isZero();
    }
}

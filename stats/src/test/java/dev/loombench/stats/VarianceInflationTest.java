package dev.loombench.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VarianceInflationTest {
    /// By hand. Of {-3, 1, 1, 3}, lag 0 has 20, and lag 1 has 1 in three pairs, a mean below 1.645
    /// / sqrt(3) of 20 / 4. Of the two windows, lags 0 to 2 have 8, 6 and 4, each with the mean 1,
    /// which is above 1.645 / sqrt(4).
    @Test
    void sums_products_up_to_the_first_lag_that_may_be_noise() {
        double[] window = {-3, 1, 1, 3};
        assertThat(VarianceInflation.of(new double[][] {window}, 20))
                .isEqualTo(4 / (4 - 1.0) * 20 / 20);
        double[] low = {-1, -1, -1, -1};
        double[] high = {1, 1, 1, 1};
        assertThat(VarianceInflation.of(new double[][] {low, high}, 8))
                .isEqualTo(8 / (8 - 4.0) * (8 + 2 * 6 + 2 * 4) / 8);
    }

    /// Lag 1 has a mean of 1 / 3, below 1.645 / sqrt(3) of 5, and of 1, above 1.645 / sqrt(6).
    @Test
    void neighbours_correlate_where_their_products_are_beyond_noise() {
        double[] window = {-3, 1, 1, 3};
        assertThat(VarianceInflation.isCorrelated(new double[][] {window})).isFalse();
        double[] low = {-1, -1, -1, -1};
        double[] high = {1, 1, 1, 1};
        assertThat(VarianceInflation.isCorrelated(new double[][] {low, high})).isTrue();
        assertThat(VarianceInflation.isCorrelated(new double[][] {{-1}, {1}})).isFalse();
    }

    @Test
    void is_one_for_independent_observations_in_the_mean() {
        var random = new Random(1);
        double mean =
                IntStream.range(0, 500)
                        .mapToDouble(_ -> inflation(random, 0, 4, 10, 20))
                        .average()
                        .orElseThrow();
        assertThat(mean).isBetween(1.0, 1.25); // 1 is the least value
    }

    /// Autoregressive of first order: (1 + a) / (1 - a) in long windows.
    @ParameterizedTest
    @CsvSource({"0.9, 10", "0.98, 10", "0.98, 50"})
    void is_that_of_an_autoregressive_series(double a, int batch) {
        var random = new Random(1);
        double mean =
                IntStream.range(0, 200)
                        .mapToDouble(_ -> inflation(random, a, 4, 100, batch))
                        .average()
                        .orElseThrow();
        double expected = (1 + a) / (1 - a);
        assertThat(mean).isCloseTo(expected, within(0.2 * expected));
    }

    /// 199 observations, which are four batches.
    @ParameterizedTest
    @CsvSource({"5, 0.4, 0.8", "30, 0.8, 1.3"})
    void is_too_low_in_short_windows(int batches, double atLeast, double atMost) {
        var random = new Random(1);
        double mean =
                IntStream.range(0, 500)
                        .mapToDouble(_ -> inflation(random, 0.99, 4, batches, 50))
                        .average()
                        .orElseThrow();
        assertThat(mean / 199).isBetween(atLeast, atMost);
    }

    /// Of the batches of windows of an autoregressive series of variance 1.
    private static double inflation(Random random, double a, int windows, int batches, int batch) {
        var x = new double[windows][batches * batch];
        double sum = 0;
        for (var window : x) {
            double value = random.nextGaussian();
            for (int i = 0; i < window.length; i++) {
                window[i] = value;
                sum += value;
                value = a * value + Math.sqrt(1 - a * a) * random.nextGaussian();
            }
        }
        double mean = sum / (windows * batches * batch);
        var d = new double[windows][batches];
        double total = 0;
        for (int w = 0; w < windows; w++) {
            for (int i = 0; i < batches * batch; i++) {
                double deviation = x[w][i] - mean;
                d[w][i / batch] += deviation;
                total += deviation * deviation;
            }
        }
        return VarianceInflation.of(d, total);
    }
}

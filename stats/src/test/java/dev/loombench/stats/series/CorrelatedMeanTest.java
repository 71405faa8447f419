package dev.loombench.stats.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CorrelatedMeanTest {
    @Test
    void equal_values_have_no_error() {
        assertThat(CorrelatedMean.standardError(new double[] {2, 2, 2})).isZero();
    }

    /// 1, 2, 1, 2: s² = 1/3, neighbours correlate by -0.75: the error is that of independent
    /// values.
    @Test
    void alternating_values_have_the_error_of_independent_ones() {
        assertThat(CorrelatedMean.standardError(new double[] {1, 2, 1, 2}))
                .isCloseTo(Math.sqrt(1.0 / 12), within(1e-12));
    }

    /// The mean of n values of an autoregressive series with a spread of 1 has a variance of about
    /// `(1 + r) / (1 - r) / n`: 0.32 for 30 values with 0.5. Short series underestimate it.
    @ParameterizedTest
    @CsvSource({"0, 30, 0.18, 0.23", "0.5, 30, 0.26, 0.34", "0.5, 200, 0.11, 0.13"})
    void correlated_neighbours_increase_the_error(double r, int n, double least, double most) {
        double sum = 0;
        int series = 1_000;
        for (int i = 0; i < series; i++) {
            sum += CorrelatedMean.standardError(autoregressive(new SplittableRandom(i), r, n));
        }
        assertThat(sum / series).isBetween(least, most);
    }

    private static double[] autoregressive(SplittableRandom random, double r, int n) {
        var x = new double[n];
        Arrays.setAll(
                x,
                i ->
                        i == 0
                                ? random.nextGaussian()
                                : r * x[i - 1] + Math.sqrt(1 - r * r) * random.nextGaussian());
        return x;
    }
}

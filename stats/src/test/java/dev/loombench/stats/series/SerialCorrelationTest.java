package dev.loombench.stats.series;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A share of 1 % of 10,000 samples has a standard error of 0.1 points.
class SerialCorrelationTest {
    private static final int SAMPLES = 10_000;

    @ParameterizedTest
    @ValueSource(ints = {5, 6, 8, 10, 15, 30})
    void independent_values_are_found_in_about_one_percent(int n) {
        assertThat(share(n, 0, 0, SplittableRandom::nextGaussian)).isBetween(0.005, 0.015);
        assertThat(share(n, 0, 0, r -> -Math.log(1 - r.nextDouble()))).isLessThan(0.02);
        assertThat(share(n, 0, 0, r -> r.nextInt(3) == 0 ? 10 : r.nextGaussian()))
                .isLessThan(0.025);
    }

    @ParameterizedTest
    @ValueSource(ints = {5, 6, 8, 10, 15, 30})
    void of_five_series_of_independent_values_about_one_percent_have_one(int n) {
        int found = 0;
        for (int i = 0; i < 5 * SAMPLES; i++) {
            var x = new SplittableRandom(i).doubles(n).map(u -> Math.log(u / (1 - u))).toArray();
            found += SerialCorrelation.foundAmongFive(x, 0) ? 1 : 0;
        }
        assertThat(found / (double) SAMPLES).isBetween(0.005, 0.018);
    }

    /// A trend of half or one standard deviation per value, and neighbours that correlate by 0.6.
    @ParameterizedTest
    @CsvSource({
        "10, 0.5, 0, 0.55, 0.67",
        "10, 1, 0, 0.98, 1",
        "6, 1, 0, 0.35, 0.48",
        "10, 0, 0.6, 0.16, 0.24",
        "20, 0, 0.6, 0.5, 0.62"
    })
    void trends_and_correlated_neighbours_are_found(
            int n, double slope, double r, double least, double most) {
        assertThat(share(n, slope, r, SplittableRandom::nextGaussian)).isBetween(least, most);
    }

    @Test
    void four_values_show_nothing() {
        assertThat(SerialCorrelation.found(new double[] {1, 2, 3, 4}, 0)).isFalse();
        assertThat(SerialCorrelation.found(new double[] {1, 2, 3, 4, 5}, 0)).isTrue();
    }

    /// The mean of five logarithms of 10 / 24 is not exactly one of them.
    @Test
    void equal_values_show_nothing() {
        for (int n = SerialCorrelation.MIN_VALUES; n <= 30; n++) {
            var x = new double[n];
            for (double value : new double[] {2, Math.log(10) - Math.log(24), Math.log(0.25)}) {
                Arrays.fill(x, value);
                assertThat(SerialCorrelation.found(x, 0)).as("%d times %s", n, value).isFalse();
            }
        }
    }

    @Test
    void values_that_differ_by_their_rounding_show_nothing() {
        var x = new double[] {10, 10, 10, 10, 11, 11, 11};
        assertThat(SerialCorrelation.found(x, 0.5)).isFalse();
        assertThat(SerialCorrelation.found(x, 0.4)).isTrue();
    }

    private static double share(
            int n, double slope, double r, ToDoubleFunction<SplittableRandom> noise) {
        int found = 0;
        for (int i = 0; i < SAMPLES; i++) {
            var random = new SplittableRandom(i);
            var x = new double[n];
            double before = noise.applyAsDouble(random);
            for (int j = 0; j < n; j++) {
                x[j] = slope * j + before;
                before = r * before + Math.sqrt(1 - r * r) * noise.applyAsDouble(random);
            }
            found += SerialCorrelation.found(x, 0) ? 1 : 0;
        }
        return (double) found / SAMPLES;
    }
}

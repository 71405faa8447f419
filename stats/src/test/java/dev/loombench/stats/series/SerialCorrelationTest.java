package dev.loombench.stats.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

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
            found += SerialCorrelation.found(x, 0, 0.01 / 5) ? 1 : 0;
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

    /// Of two weights that add to 0 the sum is positive as often as not; of three values C is
    /// `cos(2 α) / 2` with a uniform angle α, above 1/4 where α is within 30 degrees of a multiple
    /// of 180.
    @Test
    void the_probability_is_that_of_normal_values() {
        assertThat(SerialCorrelation.probabilityAbove(0, 3)).isCloseTo(0.5, within(1e-4));
        assertThat(SerialCorrelation.probabilityAbove(0.25, 3)).isCloseTo(1 / 3.0, within(1e-4));
        assertThat(SerialCorrelation.probabilityAbove(0, 10)).isCloseTo(0.5, within(1e-6));
        assertThat(SerialCorrelation.probabilityAbove(Math.cos(Math.PI / 8), 8))
                .as("the highest that eight values can have")
                .isCloseTo(0, within(1e-6));
    }

    /// Ten values as above: 0.2 % of samples have a C of 2.55 standard deviations `sqrt(8 / 99)`,
    /// by 100,000 simulated samples.
    @Test
    void the_level_may_be_shared_by_any_number_of_tests() {
        assertThat(SerialCorrelation.probabilityAbove(2.55 * Math.sqrt(8 / 99.0), 10))
                .isBetween(0.0017, 0.0023);
    }

    @Test
    void four_values_show_nothing() {
        assertThat(SerialCorrelation.found(new double[] {1, 2, 3, 4}, 0, 0.01)).isFalse();
        assertThat(SerialCorrelation.found(new double[] {1, 2, 3, 4, 5}, 0, 0.01)).isTrue();
    }

    /// The mean of five logarithms of 10 / 24 is not exactly one of them.
    @Test
    void equal_values_show_nothing() {
        for (int n = SerialCorrelation.MIN_VALUES; n <= 30; n++) {
            var x = new double[n];
            for (double value : new double[] {2, Math.log(10) - Math.log(24), Math.log(0.25)}) {
                Arrays.fill(x, value);
                assertThat(SerialCorrelation.found(x, 0, 0.01))
                        .as("%d times %s", n, value)
                        .isFalse();
            }
        }
    }

    @Test
    void values_that_differ_by_their_rounding_show_nothing() {
        var x = new double[] {10, 10, 10, 10, 11, 11, 11};
        assertThat(SerialCorrelation.found(x, 0.5, 0.01)).isFalse();
        assertThat(SerialCorrelation.found(x, 0.4, 0.01)).isTrue();
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
            found += SerialCorrelation.found(x, 0, 0.01) ? 1 : 0;
        }
        return (double) found / SAMPLES;
    }
}

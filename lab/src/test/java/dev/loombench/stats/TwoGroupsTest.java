package dev.loombench.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Samples are logarithms of trials. A share of 1 % of 5,000 samples has a standard error of 0.14
/// points.
class TwoGroupsTest {
    private static final int SAMPLES = 5_000;

    /// Within the groups: squares 2 * 0.25 + 2 * 0.25 + 0 and 6 - 2 degrees of freedom, s = 0.5.
    @Test
    void a_large_gap_separates_two_groups() {
        double[] x = {10, 0.5, 0, -0.5, 10.5, 9.5};
        var groups = TwoGroups.of(x, 2).orElseThrow();
        assertThat(groups.boundary()).isEqualTo(5);
        assertThat(groups.lower()).isEqualTo(3);
        assertThat(groups.upper()).isEqualTo(3);
        assertThat(groups.distance()).isCloseTo(10, within(1e-12));
        assertThat(x).startsWith(10, 0.5);
    }

    @Test
    void a_single_value_is_a_group_only_where_one_is_enough() {
        double[] x = {0, 0.1, -0.1, 0.05, 9};
        assertThat(TwoGroups.of(x, 1).orElseThrow().upper()).isEqualTo(1);
        assertThat(TwoGroups.of(x, 2)).isEmpty();
    }

    @Test
    void rounded_values_and_too_few_have_no_groups() {
        assertThat(TwoGroups.of(new double[] {23, 23, 23, 24, 24}, 2)).isEmpty();
        assertThat(TwoGroups.of(new double[] {0, 0.1, 9, 9.1}, 2)).isEmpty();
        assertThat(TwoGroups.of(new double[0], 2)).isEmpty();
    }

    /// As numbers of threads are. A third of the sum of three equal doubles need not be that
    /// double, so deviations from the mean of equal values are not always 0.
    @Test
    void whole_numbers_that_agree_in_each_group_have_no_groups() {
        for (int n = 15; n <= 200; n++) {
            double low = Math.log(n);
            double high = Math.log(n + 1);
            assertThat(TwoGroups.of(new double[] {low, low, low, high, high}, 2)).isEmpty();
            assertThat(TwoGroups.of(new double[] {low, low, high, high, high}, 2)).isEmpty();
            assertThat(TwoGroups.of(new double[] {low, low, low, high, high, high}, 2)).isEmpty();
        }
    }

    /// s² = 2 * 0.005² / (5 - 2): a gap of 245 standard deviations.
    @Test
    void one_of_the_groups_may_be_of_equal_values() {
        assertThat(TwoGroups.of(new double[] {1, 1, 1, 2, 2.01}, 2)).isPresent();
        assertThat(TwoGroups.of(new double[] {1, 1.01, 2, 2, 2}, 2)).isPresent();
    }

    @ParameterizedTest
    @ValueSource(ints = {5, 6, 7, 8, 9, 10, 12, 15, 20, 30, 50})
    void normal_trials_have_groups_in_at_most_two_percent(int n) {
        assertThat(shareWithGroups(n, 2, r -> Math.log(1 + 0.05 * r.nextGaussian())))
                .isLessThanOrEqualTo(0.02);
        assertThat(shareWithGroups(n, 2, r -> Math.log(1 + 0.2 * r.nextGaussian())))
                .isLessThanOrEqualTo(0.02);
    }

    /// The scale of a sample does not matter: any spread gives the same share.
    @ParameterizedTest
    @ValueSource(ints = {5, 6, 7, 8, 9, 10, 12, 15, 20, 30, 50})
    void lognormal_trials_have_groups_in_at_most_two_percent(int n) {
        assertThat(shareWithGroups(n, 2, SplittableRandom::nextGaussian)).isLessThanOrEqualTo(0.02);
    }

    @Test
    void groups_of_one_in_five_are_as_rare() {
        assertThat(shareWithGroups(5, 1, SplittableRandom::nextGaussian)).isLessThanOrEqualTo(0.02);
        assertThat(shareWithGroups(5, 1, r -> Math.log(1 + 0.2 * r.nextGaussian())))
                .isLessThanOrEqualTo(0.02);
    }

    /// A third of the trials is 13 % slower, with a spread of 1 %, as in JVMs that compiled the
    /// code in another way.
    @ParameterizedTest
    @CsvSource({"5, 0.65", "8, 0.98", "10, 0.98", "15, 0.98"})
    void clear_modes_are_found(int n, double least) {
        int found = 0;
        for (int i = 0; i < SAMPLES; i++) {
            var random = new SplittableRandom(i);
            var x = new double[n];
            for (int j = 0; j < n; j++) {
                x[j] = 0.01 * random.nextGaussian() + (j < Math.round(n / 3.0) ? 0.13 : 0);
            }
            found += TwoGroups.of(x, 2).isPresent() ? 1 : 0;
        }
        assertThat((double) found / SAMPLES).isGreaterThan(least);
    }

    private static double shareWithGroups(
            int n, int fewest, ToDoubleFunction<SplittableRandom> value) {
        int found = 0;
        for (int i = 0; i < SAMPLES; i++) {
            var random = new SplittableRandom(i);
            var x = new double[n];
            for (int j = 0; j < n; j++) {
                x[j] = value.applyAsDouble(random);
            }
            found += TwoGroups.of(x, fewest).isPresent() ? 1 : 0;
        }
        return (double) found / SAMPLES;
    }
}

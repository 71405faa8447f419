package dev.loombench.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.OptionalDouble;
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
        var groups = TwoGroups.of(x, 0).orElseThrow();
        assertThat(groups.boundary()).isEqualTo(5);
        assertThat(groups.lower()).isEqualTo(3);
        assertThat(groups.upper()).isEqualTo(3);
        assertThat(groups.distance()).isCloseTo(10, within(1e-12));
        assertThat(x).startsWith(10, 0.5);
    }

    /// The two others are 0.01 apart, s = 0.00707: a gap of 0.9 is 127 of them, far above 40. So is
    /// 0.46 with 65, while 0.44 is below 0.45 and needs 160. Of others 0.0038 apart, s = 0.00269,
    /// it is 164, and of 0.004 156.
    @Test
    void one_of_three_values_is_a_group_where_the_others_agree_for_its_distance() {
        assertThat(TwoGroups.of(new double[] {0, 0.01, 0.91}, 0).orElseThrow().upper())
                .isEqualTo(1);
        assertThat(TwoGroups.of(new double[] {0, 0.01, 0.47}, 0)).isPresent();
        assertThat(TwoGroups.of(new double[] {0, 0.017, 0.477}, 0)).as("38").isEmpty();
        assertThat(TwoGroups.of(new double[] {0, 0.01, 0.45}, 0)).isEmpty();
        assertThat(TwoGroups.of(new double[] {0, 0.0038, 0.4438}, 0)).isPresent();
        assertThat(TwoGroups.of(new double[] {0, 0.004, 0.444}, 0)).isEmpty();
    }

    /// A gap of 0.9 is 5.6 standard errors of 0.16, and 6.4 of 0.14.
    @Test
    void noise_within_the_values_explains_a_gap() {
        double[] agreeing = {0, 1e-6, 0.9};
        assertThat(TwoGroups.of(agreeing, 0)).isPresent();
        assertThat(TwoGroups.of(agreeing, 0.14)).isPresent();
        assertThat(TwoGroups.of(agreeing, 0.16)).isEmpty();
    }

    /// The same gap. Of the two lower values the larger noise counts.
    @Test
    void the_noise_of_the_noisier_group_explains_a_gap() {
        double[] x = {0.9, 0, 1e-6};
        assertThat(TwoGroups.of(x, noise(0.14, 0.01, 0.01))).isPresent();
        assertThat(TwoGroups.of(x, noise(0.16, 0.01, 0.01))).isEmpty();
        assertThat(TwoGroups.of(x, noise(0.01, 0.16, 0.01))).isEmpty();
        assertThat(TwoGroups.of(x, noise(Double.POSITIVE_INFINITY, 0, 0))).isEmpty();
        var unknown = noise(0, 0.01, 0.01);
        unknown[0] = OptionalDouble.empty();
        assertThat(TwoGroups.of(x, unknown)).isPresent();
    }

    private static OptionalDouble[] noise(double... each) {
        return Arrays.stream(each).mapToObj(OptionalDouble::of).toArray(OptionalDouble[]::new);
    }

    @Test
    void rounded_values_and_too_few_have_no_groups() {
        assertThat(TwoGroups.of(new double[] {23, 23, 23, 24, 24}, 0)).isEmpty();
        assertThat(TwoGroups.of(new double[] {23, 23, 24}, 0)).isEmpty();
        assertThat(TwoGroups.of(new double[] {0, 9}, 0)).isEmpty();
        assertThat(TwoGroups.of(new double[0], 0)).isEmpty();
    }

    /// As numbers of threads are. A third of the sum of three equal doubles need not be that
    /// double, so deviations from the mean of equal values are not always 0.
    @Test
    void whole_numbers_that_agree_in_each_group_have_no_groups() {
        for (int n = 15; n <= 200; n++) {
            double low = Math.log(n);
            double high = Math.log(n + 1);
            assertThat(TwoGroups.of(new double[] {low, low, low, high, high}, 0)).isEmpty();
            assertThat(TwoGroups.of(new double[] {low, low, high, high, high}, 0)).isEmpty();
            assertThat(TwoGroups.of(new double[] {low, low, low, high, high, high}, 0)).isEmpty();
        }
    }

    /// s² = 2 * 0.005² / (5 - 2): a gap of 245 standard deviations.
    @Test
    void one_of_the_groups_may_be_of_equal_values() {
        assertThat(TwoGroups.of(new double[] {1, 1, 1, 2, 2.01}, 0)).isPresent();
        assertThat(TwoGroups.of(new double[] {1, 1.01, 2, 2, 2}, 0)).isPresent();
    }

    /// Of four trials or more the scale does not matter: lognormal ones of any spread have the same
    /// share. Of three, larger spreads have more.
    @ParameterizedTest
    @ValueSource(ints = {3, 4, 5, 6, 7, 8, 10, 12, 15, 20, 30})
    void trials_of_one_kind_have_groups_in_at_most_two_percent(int n) {
        for (double spread : new double[] {0.01, 0.05, 0.1, 0.2}) {
            assertThat(shareWithGroups(n, r -> spread * r.nextGaussian())).isLessThan(0.025);
            assertThat(shareWithGroups(n, r -> Math.log(1 + spread * r.nextGaussian())))
                    .isLessThan(0.025);
        }
    }

    /// As percentiles of few responses may.
    @ParameterizedTest
    @CsvSource({"0.3, 0.045", "0.5, 0.06"})
    void three_trials_that_spread_more_have_groups_more_often(double spread, double most) {
        assertThat(shareWithGroups(3, r -> spread * r.nextGaussian())).isLessThan(most);
    }

    /// One process in a few at 0.6 times the figure of the others, which spread by 1 % and have 0.5
    /// % of noise.
    @ParameterizedTest
    @CsvSource({"3, 0.75, 0.83", "4, 0.86, 0.96", "5, 0.99, 1", "7, 0.99, 1", "10, 0.99, 1"})
    void a_single_process_of_another_kind_is_found(int n, double least, double most) {
        int found = 0;
        for (int i = 0; i < SAMPLES; i++) {
            var random = new SplittableRandom(i);
            var x = new double[n];
            for (int j = 0; j < n; j++) {
                x[j] = 0.01 * random.nextGaussian() + (j == 0 ? Math.log(0.6) : 0);
            }
            found += TwoGroups.of(x, 0.005).isPresent() ? 1 : 0;
        }
        assertThat((double) found / SAMPLES).isBetween(least, most);
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
            found += TwoGroups.of(x, 0).isPresent() ? 1 : 0;
        }
        assertThat((double) found / SAMPLES).isGreaterThan(least);
    }

    private static double shareWithGroups(int n, ToDoubleFunction<SplittableRandom> value) {
        int found = 0;
        for (int i = 0; i < SAMPLES; i++) {
            var random = new SplittableRandom(i);
            var x = new double[n];
            for (int j = 0; j < n; j++) {
                x[j] = value.applyAsDouble(random);
            }
            found += TwoGroups.of(x, 0).isPresent() ? 1 : 0;
        }
        return (double) found / SAMPLES;
    }
}

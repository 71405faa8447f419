package dev.loombench.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Samples are logarithms of trials. A share of 1 % of 5,000 samples has a standard error of 0.14
/// points.
class TwoGroupsTest {
    private static final int SAMPLES = 5_000;
    private static final double SMALLEST_SPREAD = 0.01;
    private static final double LARGEST_SPREAD = 0.2;

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
        assertThat(TwoGroups.of(x, noise(0.14, 0.01, 0.01), List.of())).isPresent();
        assertThat(TwoGroups.of(x, noise(0.16, 0.01, 0.01), List.of())).isEmpty();
        assertThat(TwoGroups.of(x, noise(0.01, 0.16, 0.01), List.of())).isEmpty();
        assertThat(TwoGroups.of(x, noise(Double.POSITIVE_INFINITY, 0, 0), List.of())).isEmpty();
        var unknown = noise(0, 0.01, 0.01);
        unknown[0] = OptionalDouble.empty();
        assertThat(TwoGroups.of(x, unknown, List.of())).isPresent();
    }

    private static OptionalDouble[] noise(double... each) {
        return Arrays.stream(each).mapToObj(OptionalDouble::of).toArray(OptionalDouble[]::new);
    }

    /// Own squares 2 * 0.01², s = 0.01 with 2 degrees of freedom: a gap of 0.22 is 22 of it, below
    /// `4 + 116 / 2^2.1` = 31. With squares of 2e-4 and 3 degrees of freedom of another sample, the
    /// pooled s is sqrt(4e-4 / 5) = 0.0089, s the larger of both, and 22 above `4 + 116 / 5^2.1` =
    /// 8.
    @Test
    void other_samples_show_how_much_few_values_vary() {
        double[] x = {0.01, 0, -0.01, -0.23};
        double[] alike = {7, 7.01, 6.99, 7};
        assertThat(groups(x)).isEmpty();
        assertThat(groups(x, alike).orElseThrow().lower()).isEqualTo(1);
        assertThat(groups(x, new double[] {7, 7.01}, new double[] {5}, new double[0]))
                .as("one degree of freedom")
                .isEmpty();
        assertThat(groups(x, new double[] {7, 7, 7, 7})).as("rounded").isEmpty();
        assertThat(groups(new double[] {3, 3, 3, 3.5}, alike)).as("rounded").isEmpty();
    }

    /// s of the others is 0.0041, less than half of 0.01; then that of 0.1, with which the pooled s
    /// is 0.064 and the gap 3.5 of it.
    @Test
    void samples_that_vary_much_less_or_more_do_not() {
        double[] x = {0.01, 0, -0.01, -0.23};
        assertThat(groups(x, new double[] {7, 7.005, 6.995, 7})).isEmpty();
        assertThat(groups(x, new double[] {7, 7.1, 6.9, 7})).isEmpty();
    }

    /// Five values show it themselves: s = 0.0115, and a gap of 0.1 is 8.7 of it, below 15.5.
    @Test
    void five_values_need_no_others() {
        double[] x = {0.01, 0.01, -0.01, -0.01, -0.11};
        assertThat(groups(x, new double[] {7, 7.01, 6.99, 7, 7})).isEmpty();
    }

    private static Optional<TwoGroups> groups(double[] x, double[]... others) {
        var noise = new OptionalDouble[x.length];
        Arrays.fill(noise, OptionalDouble.empty());
        return TwoGroups.of(x, noise, List.of(others));
    }

    /// One process in three, on average, at 0.8 times the figure of the others; of both samples as
    /// many values. The first number is without the other sample.
    @ParameterizedTest
    @CsvSource({"3, 0.10, 0.14, 0.62, 0.71", "4, 0.34, 0.41, 0.84, 0.91"})
    void other_samples_find_more_kinds(
            int n, double leastAlone, double mostAlone, double least, double most) {
        int alone = 0;
        int found = 0;
        int both = 0;
        for (int i = 0; i < SAMPLES; i++) {
            var random = new SplittableRandom(i);
            double[] x = new double[n];
            int slow = 0;
            for (int j = 0; j < n; j++) {
                boolean isSlow = random.nextInt(3) == 0;
                slow += isSlow ? 1 : 0;
                x[j] = 0.01 * random.nextGaussian() + (isSlow ? 0.22 : 0);
            }
            var other = normal(random, n, 0.01);
            if (slow > 0 && slow < n) {
                both++;
                alone += groups(x).isPresent() ? 1 : 0;
                found += groups(x, other).isPresent() ? 1 : 0;
            }
        }
        assertThat((double) alone / both).isBetween(leastAlone, mostAlone);
        assertThat((double) found / both).isBetween(least, most);
    }

    /// The rates of docs/method/differences.md where processes are of one kind: as the other sample
    /// varies, and ten times as much.
    @ParameterizedTest
    @CsvSource({"3, 0.01, 0.02", "4, 0.01, 0.015", "3, 0.1, 0.095", "4, 0.1, 0.09"})
    void other_samples_raise_few_false_alarms(int n, double spread, double most) {
        assertThat(falseAlarms(n, spread, 1)).isLessThan(most);
        assertThat(falseAlarms(n, spread, 3)).isLessThan(most);
    }

    private static double falseAlarms(int n, double spread, int others) {
        int found = 0;
        for (int i = 0; i < SAMPLES; i++) {
            var random = new SplittableRandom(i);
            var x = normal(random, n, spread);
            var samples =
                    IntStream.range(0, others)
                            .mapToObj(_ -> normal(random, n, 0.01))
                            .toArray(double[][]::new);
            found += groups(x, samples).isPresent() ? 1 : 0;
        }
        return (double) found / SAMPLES;
    }

    private static double[] normal(SplittableRandom random, int n, double spread) {
        var x = new double[n];
        Arrays.setAll(x, _ -> spread * random.nextGaussian());
        return x;
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
        for (double spread : new double[] {SMALLEST_SPREAD, 0.05, 0.1, LARGEST_SPREAD}) {
            if (n == 3 || spread == LARGEST_SPREAD) {
                assertThat(shareWithGroups(n, r -> spread * r.nextGaussian())).isLessThan(0.025);
            }
            if (n == 3 || spread > SMALLEST_SPREAD) { // as good as normal
                assertThat(shareWithGroups(n, r -> Math.log(1 + spread * r.nextGaussian())))
                        .isLessThan(0.025);
            }
        }
    }

    /// The same samples at another scale, so that the share is the same.
    @Test
    void the_scale_of_four_values_or_more_does_not_matter() {
        for (int n : new int[] {4, 5, 12}) {
            for (int i = 0; i < SAMPLES / 10; i++) {
                var random = new SplittableRandom(i);
                var x = normal(random, n, LARGEST_SPREAD);
                var smaller = Arrays.stream(x).map(v -> v / 16).toArray();
                assertThat(TwoGroups.of(smaller, 0).isPresent())
                        .isEqualTo(TwoGroups.of(x, 0).isPresent());
            }
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

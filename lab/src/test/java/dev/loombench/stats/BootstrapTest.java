package dev.loombench.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BootstrapTest {
    private static final double[] A = {100, 104, 98, 102, 96};
    private static final double[] B = {50, 51, 49, 52, 48};

    @Test
    void the_point_is_the_ratio_of_the_means() {
        // 500 / 5 over 250 / 5
        assertThat(Bootstrap.ratioOfMeans(A, B, 1).orElseThrow().point()).isEqualTo(2.0);
    }

    @Test
    void the_same_seed_gives_the_same_interval() {
        assertThat(Bootstrap.ratioOfMeans(A, B, 42)).isEqualTo(Bootstrap.ratioOfMeans(A, B, 42));
        assertThat(Bootstrap.ratioOfMeans(A, B, 42)).isNotEqualTo(Bootstrap.ratioOfMeans(A, B, 43));
    }

    @Test
    void swapped_samples_give_the_reciprocal_within_the_resampling_error() {
        var forward = Bootstrap.ratioOfMeans(A, B, 7).orElseThrow();
        var backward = Bootstrap.ratioOfMeans(B, A, 7).orElseThrow();
        // The ends lie some 4 % from the point; other resamples move them by a tenth of that.
        assertThat(1 / backward.high()).isCloseTo(forward.low(), within(0.004 * forward.point()));
        assertThat(1 / backward.low()).isCloseTo(forward.high(), within(0.004 * forward.point()));
    }

    @Test
    void a_higher_level_gives_a_wider_interval() {
        var narrow = Bootstrap.ratioOfMeans(A, B, 0.80, 1).orElseThrow();
        var wide = Bootstrap.ratioOfMeans(A, B, 0.95, 1).orElseThrow();
        assertThat(wide.low()).isLessThan(narrow.low());
        assertThat(wide.high()).isGreaterThan(narrow.high());
    }

    @Test
    void the_tails_are_those_of_the_expanded_percentile_interval() {
        // n = 5: t[4] at 97.5 % is 2.77645; times sqrt(5/4) is 3.10416; the normal tail beyond that
        // is 0.000954. For many trials it approaches 2.5 %.
        assertThat(Bootstrap.expandedTail(5, 4, 0.95)).isCloseTo(0.000954, within(5e-6));
        assertThat(Bootstrap.expandedTail(10_000, 9_999, 0.95)).isCloseTo(0.025, within(5e-5));
    }

    @Test
    void the_coverage_of_the_range_is_that_worked_out_by_hand() {
        // 1 - 2/32; 1 - 2/C(6,3) = 1 - 2/20; 1 - 2/C(8,4) = 1 - 2/70; 1 - 2/C(5,2) = 1 - 2/10
        assertThat(Bootstrap.meanRangeCoverage(5)).isEqualTo(0.9375);
        assertThat(Bootstrap.ratioRangeCoverage(3, 3)).isCloseTo(0.9, within(1e-12));
        assertThat(Bootstrap.ratioRangeCoverage(4, 4)).isCloseTo(68 / 70.0, within(1e-12));
        assertThat(Bootstrap.ratioRangeCoverage(2, 3)).isCloseTo(0.8, within(1e-12));
        assertThat(Bootstrap.ratioRangeCoverage(100, 100)).isEqualTo(1);
    }

    /// Nominal is 95 %. The count of 500 has a standard error of 1 %; few trials and the smaller
    /// sample's t make the method conservative.
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 5, 10})
    void about_95_of_100_intervals_contain_the_true_ratio(int trials) {
        var covered = 0;
        var random = new SplittableRandom(trials);
        for (int i = 0; i < 500; i++) {
            var a = normal(random, trials, 120, 6);
            var b = normal(random, trials, 100, 5);
            covered += Bootstrap.ratioOfMeans(a, b, i).orElseThrow().contains(1.2) ? 1 : 0;
        }
        assertThat(covered / 500.0).isBetween(0.92, 0.999);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 5, 6, 10})
    void about_95_of_100_intervals_contain_the_true_mean(int trials) {
        var covered = 0;
        var random = new SplittableRandom(trials);
        for (int i = 0; i < 500; i++) {
            var x = normal(random, trials, 100, 5);
            covered += Bootstrap.mean(x, i).orElseThrow().contains(100) ? 1 : 0;
        }
        assertThat(covered / 500.0).isBetween(0.90, 0.999);
    }

    @Test
    void the_same_server_twice_is_centred_on_1() {
        var random = new SplittableRandom(99);
        var sum = 0.0;
        for (int i = 0; i < 200; i++) {
            var a = normal(random, 5, 100, 5);
            var b = normal(random, 5, 100, 5);
            var interval = Bootstrap.ratioOfMeans(a, b, i).orElseThrow();
            sum += Math.log(interval.low() * interval.high()) / 2;
        }
        // One centre has a standard deviation of 0.05 * sqrt(2/5) = 0.032, 200 of them 0.0022.
        assertThat(sum / 200).isCloseTo(0, within(0.0075));
    }

    @Test
    void three_trials_get_the_t_interval() {
        var a = new double[] {90, 100, 110};
        var b = new double[] {95, 100, 105};
        // Variances 100 and 25; of the log means 100/30000 and 25/30000; together 0.0041667.
        // Freedom (125/30000)² / ((100² + 25²) / 30000² / 2) = 2.941; t = 3.2205.
        // exp(3.2205 * 0.064550) = 1.2311
        var interval = Bootstrap.ratioOfMeans(a, b, 1).orElseThrow();
        assertThat(interval.point()).isEqualTo(1);
        assertThat(interval.high()).isCloseTo(1.2311, within(0.002));
        assertThat(interval.low() * interval.high()).isCloseTo(1, within(1e-12));
    }

    @Test
    void the_mean_of_two_values_gets_the_t_interval() {
        // s²/n = 2/2 = 1; t[1] = 12.7062
        var interval = Bootstrap.mean(new double[] {9, 11}, 1).orElseThrow();
        assertThat(interval.low()).isCloseTo(10 - 12.7062, within(1e-4));
        assertThat(interval.point()).isEqualTo(10);
        assertThat(interval.high()).isCloseTo(10 + 12.7062, within(1e-4));
    }

    @Test
    void one_trial_has_no_interval() {
        assertThat(Bootstrap.ratioOfMeans(new double[] {1}, B, 1)).isEmpty();
        assertThat(Bootstrap.ratioOfMeans(A, new double[] {1}, 1)).isEmpty();
        assertThat(Bootstrap.ratioOfMeans(new double[0], new double[0], 1)).isEmpty();
        assertThat(Bootstrap.mean(new double[] {1}, 1)).isEmpty();
    }

    @Test
    void a_ratio_to_zero_has_no_interval() {
        assertThat(Bootstrap.ratioOfMeans(A, new double[] {0, 1, 2, 3}, 1)).isEmpty();
        assertThat(Bootstrap.ratioOfMeans(new double[] {0, 0, 0, 0}, B, 1)).isEmpty();
        assertThat(Bootstrap.ratioOfMeans(new double[] {-1, 1, 1, 1}, B, 1)).isEmpty();
        assertThat(Bootstrap.ratioOfMeans(new double[] {Double.NaN, 1, 1, 1}, B, 1)).isEmpty();
        assertThat(Bootstrap.mean(new double[] {1, Double.POSITIVE_INFINITY}, 1)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 8})
    void equal_values_give_an_interval_without_width(int trials) {
        var threes = normal(new SplittableRandom(1), trials, 3, 0);
        var twos = normal(new SplittableRandom(1), trials, 2, 0);
        assertThat(Bootstrap.ratioOfMeans(threes, twos, 1)).contains(new Interval(1.5, 1.5, 1.5));
        assertThat(Bootstrap.mean(threes, 1)).contains(new Interval(3, 3, 3));
    }

    @Test
    void zeros_have_a_mean_like_any_other_value() {
        assertThat(Bootstrap.mean(new double[8], 1)).contains(new Interval(0, 0, 0));
    }

    @Test
    void a_level_lies_between_0_and_1() {
        assertThatIllegalArgumentException().isThrownBy(() -> Bootstrap.mean(A, 95, 1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Bootstrap.ratioOfMeans(A, B, Double.NaN, 1));
    }

    private static double[] normal(SplittableRandom random, int n, double mean, double sigma) {
        var x = new double[n];
        for (int i = 0; i < n; i++) {
            x[i] = mean + sigma * random.nextGaussian();
        }
        return x;
    }
}

package dev.loombench.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.stats.BlocksNeeded.Range;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BlocksNeededTest {
    private static final double LEVEL = 0.95;
    private static final Range MARGIN = Range.equivalent(0.03);
    private static final int RUNS = 20_000;

    /// Against simulated runs: the standard error of a share of 20,000 runs is at most 0.36 points,
    /// the quadrature adds less than a point.
    @ParameterizedTest
    @CsvSource({
        "3, 0.05, 0.03, 0.03",
        "5, 0.05, 0.03, 0.03",
        "10, 0.02, 0.03, 0.03",
        "10, 0, 0.02, 0.03",
        "30, 0.01, 0.06, 0.05",
        "4, 0.3, 0.2, 0.03"
    })
    void power_is_the_share_of_conclusive_runs(int n, double mean, double sigma, double margin) {
        assertThat(BlocksNeeded.power(n, mean, sigma, Range.equivalent(margin), LEVEL))
                .isCloseTo(simulated(n, mean, sigma, margin), within(0.02));
    }

    /// The promise: with as many blocks as forecast, 75 to 85 % of runs are conclusive. Where one
    /// block more or less changes the power by more, the forecast is the first number above 80 %.
    @ParameterizedTest
    @CsvSource({"0.05, 0.06, 0.03", "0.10, 0.12, 0.03", "0.02, 0.05, 0.03", "0, 0.05, 0.05"})
    void four_of_five_runs_of_the_forecast_length_are_conclusive(
            double mean, double sigma, double margin) {
        int n = BlocksNeeded.fewest(mean, sigma, Range.equivalent(margin), LEVEL);
        assertThat(simulated(n, mean, sigma, margin)).isBetween(0.75, 0.85);
    }

    /// Of few blocks, of many, and of none of either side of the margin.
    @ParameterizedTest
    @CsvSource({"0.05, 0.005", "0.05, 0.06", "0, 0.05", "0.02, 0.08", "0.1, 0.7"})
    void one_block_less_than_the_fewest_is_too_few(double mean, double sigma) {
        int n = BlocksNeeded.fewest(mean, sigma, MARGIN, LEVEL);
        assertThat(n).isBetween(3, BlocksNeeded.LIMIT);
        assertThat(BlocksNeeded.power(n, mean, sigma, MARGIN, LEVEL))
                .isGreaterThanOrEqualTo(BlocksNeeded.POWER);
        assertThat(BlocksNeeded.power(n - 1, mean, sigma, MARGIN, LEVEL))
                .isLessThan(BlocksNeeded.POWER);
    }

    /// Values without spread, rounded by 0.5 to either side, 0.0296 from the ends of the margin:
    /// the half-width 0.5 / sqrt(n) is below it from n = (0.5 / 0.0296)² = 286.1 on.
    @Test
    void rounding_widens_intervals_as_spread_does() {
        assertThat(BlocksNeeded.of(new double[] {0, 0, 0}, 0.5, MARGIN, LEVEL))
                .isEqualTo(new BlocksNeeded(287, 287, false));
        assertThat(BlocksNeeded.of(new double[] {0, 0, 0}, 5, MARGIN, LEVEL))
                .isEqualTo(new BlocksNeeded(BlocksNeeded.LIMIT + 1, BlocksNeeded.LIMIT + 1, false));
    }

    /// Their spread alone would forecast two.
    @Test
    void undecided_blocks_are_never_enough() {
        assertThat(BlocksNeeded.of(new double[] {0, 0, 0, 0}, 0, MARGIN, LEVEL))
                .isEqualTo(new BlocksNeeded(5, 5, false));
    }

    /// A difference without spread is conclusive after two blocks; one of 10 % with a spread of 100
    /// % takes more than a thousand.
    @Test
    void extremes() {
        assertThat(BlocksNeeded.fewest(0.1, 0, MARGIN, LEVEL)).isEqualTo(2);
        assertThat(BlocksNeeded.fewest(0.1, 10, MARGIN, LEVEL)).isEqualTo(BlocksNeeded.LIMIT + 1);
    }

    /// Values -0.02, 0.06, 0.08: mean 0.04, s = 0.0529; 80 % limits of σ are s * sqrt(2 / 4.605) =
    /// 0.0349 and s * sqrt(2 / 0.2107) = 0.1630.
    @Test
    void the_forecast_follows_the_limits_of_the_spread() {
        assertThat(BlocksNeeded.of(new double[] {-0.02, 0.06, 0.08}, 0, MARGIN, LEVEL))
                .isEqualTo(
                        new BlocksNeeded(
                                BlocksNeeded.fewest(0.04, 0.034867, MARGIN, LEVEL),
                                BlocksNeeded.fewest(0.04, 0.163012, MARGIN, LEVEL),
                                false));
    }

    /// Means 100 and 104, s = 1 of each: 1 % and 0.9615 % of the means, together 1.3873 %. Welch's
    /// degrees of freedom of two samples of three are `(1 + r)² / ((1 + r²) / 2)` with r = 0.9246,
    /// the ratio of the squares: 3.9939.
    @Test
    void the_forecast_of_samples_without_blocks_adds_their_relative_variances() {
        double[] base = {99, 100, 101};
        double[] head = {103, 104, 105};
        var sigma = SpreadInterval.of(0.013873, 3.9939, BlocksNeeded.SIGMA_LEVEL);
        assertThat(BlocksNeeded.ofIndependent(head, base, 0, MARGIN, LEVEL))
                .isEqualTo(
                        new BlocksNeeded(
                                Math.max(
                                        4,
                                        BlocksNeeded.fewest(
                                                Math.log(1.04), sigma.low(), MARGIN, LEVEL)),
                                Math.max(
                                        4,
                                        BlocksNeeded.fewest(
                                                Math.log(1.04), sigma.high(), MARGIN, LEVEL)),
                                false));
    }

    /// Samples of three and thirty with s = 5 % of their means: 7.0711 % together, with `(1 + 1)² /
    /// (1 / 2 + 1 / 29)` = 7.4839 degrees of freedom. The 10 and 90 % quantiles of chi-squared with
    /// these are 3.14768 and 12.67071 (incomplete gamma function, by its series), so the limits of
    /// σ are 0.054343 and 0.109032.
    @Test
    void the_spread_of_samples_of_different_size_is_that_of_one_trial_of_each() {
        double[] head = {95, 100, 105};
        var base = new double[30];
        double distance = 5 * Math.sqrt(29 / 30.0); // s² = 30 / 29 * distance²
        Arrays.setAll(base, i -> i % 2 == 0 ? 100 - distance : 100 + distance);
        assertThat(BlocksNeeded.ofIndependent(head, base, 0, MARGIN, LEVEL))
                .isEqualTo(
                        new BlocksNeeded(
                                BlocksNeeded.fewest(0, 0.0543435, MARGIN, LEVEL),
                                BlocksNeeded.fewest(0, 0.1090318, MARGIN, LEVEL),
                                false));
    }

    @Test
    void a_mean_at_the_end_of_the_range_is_near_it() {
        double end = Math.log(1.03);
        var forecast = BlocksNeeded.of(new double[] {end - 0.01, end + 0.011}, 0, MARGIN, LEVEL);
        assertThat(forecast.nearLimit()).isTrue();
        assertThat(forecast.isBeyondLimit()).isTrue();
    }

    /// One end of the range is infinite: the mean has to be shown to lie on one side of the other.
    @Test
    void a_range_may_have_one_end() {
        var below = new Range(Double.NEGATIVE_INFINITY, 0);
        int n = BlocksNeeded.fewest(-0.05, 0.05, below, LEVEL);
        assertThat(BlocksNeeded.fewest(0.05, 0.05, below, LEVEL)).isEqualTo(n);
        // t[9] = 2.26: 0.05 * 2.26 / sqrt(10) = 0.036, 0.9 standard errors from 0.05
        assertThat(n).isBetween(9, 11);
    }

    private static double simulated(int n, double mean, double sigma, double margin) {
        RandomGenerator random = new SplittableRandom(7);
        double equivalent = Math.log1p(margin);
        int conclusive = 0;
        for (int run = 0; run < RUNS; run++) {
            var d = new double[n];
            for (int i = 0; i < n; i++) {
                d[i] = random.nextGaussian(mean, sigma);
            }
            var log = StudentT.mean(d, LEVEL);
            boolean different = log.low() > equivalent || log.high() < -equivalent;
            boolean same = log.low() >= -equivalent && log.high() <= equivalent;
            conclusive += different || same ? 1 : 0;
        }
        return (double) conclusive / RUNS;
    }
}

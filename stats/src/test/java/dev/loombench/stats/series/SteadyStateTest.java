package dev.loombench.stats.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A shortest horizon of 8 values, which is the far one too where a test does not say otherwise.
class SteadyStateTest {
    private static final int HORIZON = 8;
    private static final int FAR = HORIZON;
    private static final double TOLERANCE = 0.05;
    private static final int RUNS = 500;

    private static SteadyState of(double... x) {
        return SteadyState.of(x, HORIZON, FAR, TOLERANCE).state();
    }

    private static boolean reached(double... x) {
        return of(x) == SteadyState.REACHED;
    }

    private static double[] series(int n, IntToDoubleFunction value) {
        var x = new double[n];
        Arrays.setAll(x, value);
        return x;
    }

    /// The share of series that are steady.
    private static double shareSteady(
            int n, IntToDoubleFunction level, double sigma, double correlation) {
        int steady = 0;
        var random = new SplittableRandom(n);
        for (int run = 0; run < RUNS; run++) {
            steady += reached(CorrelatedNoise.series(n, level, sigma, correlation, random)) ? 1 : 0;
        }
        return (double) steady / RUNS;
    }

    @Test
    void fewer_than_eight_values_are_undecided() {
        assertThat(of(series(7, _ -> 1))).isEqualTo(SteadyState.UNDECIDED);
        assertThat(of(series(7, i -> i))).isEqualTo(SteadyState.UNDECIDED);
        assertThat(reached(series(8, _ -> 1))).isTrue();
        assertThat(of()).isEqualTo(SteadyState.UNDECIDED);
    }

    @Test
    void only_the_latest_values_count() {
        assertThat(reached(series(20, i -> i < 12 ? 5 : 10))).isTrue();
        assertThat(reached(series(20, i -> i < 13 ? 5 : 10))).isFalse();
    }

    /// Of 36 values, a look-back has at least 12.
    @Test
    void the_latest_third_counts_in_any_case() {
        assertThat(reached(series(36, i -> i < 24 ? 5 : 10))).isTrue();
        assertThat(reached(series(36, i -> i < 25 ? 5 : 10))).isFalse();
    }

    @Test
    void a_trend_is_continued_over_the_shortest_horizon() {
        // Eight values have the mean 100 + 3.5 b, and change by 8 b over the horizon: at b = 0.62
        // by 4.96, and 5 % of 102.2 are 5.1; at b = 0.66 by 5.28.
        assertThat(of(series(8, i -> 100 + 0.62 * i))).isEqualTo(SteadyState.REACHED);
        assertThat(of(series(8, i -> 100 + 0.66 * i))).isEqualTo(SteadyState.RISING);
        assertThat(of(series(8, i -> 100 - 0.66 * i))).isEqualTo(SteadyState.FALLING);
        assertThat(SteadyState.of(series(8, i -> 100 + 0.62 * i), 16, 16, TOLERANCE).state())
                .isEqualTo(SteadyState.RISING);
    }

    /// Forty values are continued over twenty: at b = 0.25 by 5, and 5 % of the mean of the latest
    /// 14, 100 + 32.5 b, are 5.4; at b = 0.3 by 6.
    @Test
    void a_trend_is_continued_over_half_of_the_time_that_it_has_lasted() {
        assertThat(of(series(40, i -> 100 + 0.25 * i))).isEqualTo(SteadyState.REACHED);
        assertThat(of(series(40, i -> 100 + 0.3 * i))).isEqualTo(SteadyState.RISING);
    }

    @Test
    void noise_makes_the_look_back_longer() {
        // The interval of eight values with noise of 1 % is 1.94 * 8 * 1 % / sqrt(42) = 2.4 % wide
        // on each side, below 3.5 %; with noise of 3 % it takes 14 values, with 10 % 30 to 50.
        assertThat(shareSteady(8, _ -> 100, 0.01, 0)).isGreaterThan(0.6);
        assertThat(shareSteady(8, _ -> 100, 0.03, 0)).isLessThan(0.05);
        assertThat(shareSteady(20, _ -> 100, 0.03, 0)).isGreaterThan(0.6);
        assertThat(shareSteady(20, _ -> 100, 0.1, 0)).isLessThan(0.01);
        assertThat(shareSteady(200, _ -> 100, 0.1, 0)).isGreaterThan(0.6);
    }

    @Test
    void what_is_too_noisy_is_undecided_and_neither_rises_nor_falls() {
        var random = new SplittableRandom(1);
        int undecided = 0;
        for (int run = 0; run < RUNS; run++) {
            var x = CorrelatedNoise.series(40, _ -> 100, 0.1, 0.5, random);
            undecided += of(x) == SteadyState.UNDECIDED ? 1 : 0;
        }
        assertThat((double) undecided / RUNS).isBetween(0.9, 0.995);
    }

    /// Eight values with the mean 100 and a slope of 0.6 change by 4.8 % over the horizon, with no
    /// residuals; level values with residuals of 5 in turn have a slope of 10 * 4 / 42 / 2 at most,
    /// whose interval is several times the tolerance wide.
    @Test
    void the_change_that_the_interval_allows_is_a_figure() {
        var line = SteadyState.of(series(8, i -> 97.9 + 0.6 * i), HORIZON, FAR, TOLERANCE);
        assertThat(line.change()).isCloseTo(0.048, within(1e-9));

        var noisy = SteadyState.of(series(8, i -> i % 2 == 0 ? 95 : 105), HORIZON, FAR, TOLERANCE);
        assertThat(noisy.state()).isEqualTo(SteadyState.UNDECIDED);
        assertThat(noisy.change()).isBetween(0.05, 0.5);

        assertThat(SteadyState.of(series(7, _ -> 1), HORIZON, FAR, TOLERANCE).change())
                .isInfinite();
        assertThat(SteadyState.of(new double[8], HORIZON, FAR, TOLERANCE).change()).isInfinite();
    }

    /// The level of a noisy series changes by nothing, and by a tenth over the horizon: the
    /// interval contains either in 90 % of series, and its farther end lies beyond in more.
    @Test
    void the_change_is_a_bound_in_nine_of_ten_series() {
        var random = new SplittableRandom(3);
        for (double slope : new double[] {0, 0.1 / 20}) {
            int bounded = 0;
            for (int run = 0; run < RUNS; run++) {
                var x = CorrelatedNoise.series(40, i -> 1 + slope * (i - 33.5), 0.05, 0.5, random);
                bounded +=
                        SteadyState.of(x, HORIZON, FAR, TOLERANCE).change() >= 20 * slope ? 1 : 0;
            }
            assertThat((double) bounded / RUNS).isGreaterThan(0.88);
        }
    }

    /// Quarters of a second: throughput rises to its level within 10 s and then stays there, with
    /// noise for which no look-back is precise enough. Over all values, it rose in nearly all
    /// series.
    @ParameterizedTest
    @CsvSource({"80, 0.16, 0", "100, 0.16, 0", "100, 0.1, 0.5", "100, 0.08, 0.8", "160, 0.16, 0.3"})
    void an_approach_that_is_over_does_not_make_a_noisy_series_rise(
            int n, double sigma, double correlation) {
        var random = new SplittableRandom(5);
        int rising = 0;
        var bounds = new double[RUNS];
        for (int run = 0; run < RUNS; run++) {
            var x =
                    CorrelatedNoise.series(
                            n, i -> Math.min(1, 0.4 + 0.015 * i), sigma, correlation, random);
            var outcome = SteadyState.of(x, 40, 240, TOLERANCE);
            rising += outcome.state() == SteadyState.RISING ? 1 : 0;
            assertThat(outcome.state()).isNotEqualTo(SteadyState.REACHED);
            bounds[run] = outcome.change();
        }
        assertThat(rising).isLessThan(RUNS / 20);
        Arrays.sort(bounds);
        assertThat(bounds[RUNS / 2]).isBetween(TOLERANCE, 0.25);
    }

    /// Curves from 0.3 to 1 that are still far from their level: most rise, the noisiest are at
    /// least undecided, and the bound is above what they change by over the horizon.
    @ParameterizedTest
    @CsvSource({
        "40, 40, 0.08, 0.5",
        "80, 40, 0.08, 0.6",
        "80, 100, 0.08, 0.6",
        "80, 100, 0.16, 0.35",
        "240, 100, 0.08, 0.8",
        "240, 100, 0.16, 0.5"
    })
    void an_approach_that_goes_on_in_noise_is_never_reached(
            int constant, int n, double sigma, double leastRising) {
        DoubleUnaryOperator level = t -> 1 - 0.7 * Math.exp(-t / constant);
        double later = level.applyAsDouble(n + Math.max(40, n / 2.0));
        double change = (later - level.applyAsDouble(n)) / level.applyAsDouble(n);
        var random = new SplittableRandom(6);
        int rising = 0;
        int bounded = 0;
        for (int run = 0; run < RUNS; run++) {
            var x = CorrelatedNoise.series(n, level::applyAsDouble, sigma, 0.3, random);
            var outcome = SteadyState.of(x, 40, 240, TOLERANCE);
            assertThat(outcome.state()).isNotIn(SteadyState.REACHED, SteadyState.FALLING);
            rising += outcome.state() == SteadyState.RISING ? 1 : 0;
            bounded += outcome.change() >= change ? 1 : 0;
        }
        assertThat((double) rising / RUNS).isGreaterThan(leastRising);
        assertThat((double) bounded / RUNS).isGreaterThan(0.9);
    }

    /// 120 values that fall by 0.05 % each, with noise of 1 %: by 3 % over half of the series, and
    /// by 12 % over 240 values.
    @Test
    void a_lasting_trend_is_continued_over_the_far_horizon() {
        var random = new SplittableRandom(8);
        int reached = 0;
        int falling = 0;
        int withoutIt = 0;
        for (int run = 0; run < RUNS; run++) {
            var x = CorrelatedNoise.series(120, i -> 1 - 0.0005 * i, 0.01, 0, random);
            var state = SteadyState.of(x, 40, 240, TOLERANCE).state();
            reached += state == SteadyState.REACHED ? 1 : 0;
            falling += state == SteadyState.FALLING ? 1 : 0;
            withoutIt +=
                    SteadyState.of(x, 40, 40, TOLERANCE).state() == SteadyState.REACHED ? 1 : 0;
        }
        assertThat(reached).isLessThan(RUNS / 50);
        assertThat(falling).isGreaterThan(RUNS / 2);
        assertThat(withoutIt).isGreaterThan(RUNS / 2);
    }

    /// The trend of 0.01 % per value is certain, and changes the level by 2.4 % over 240 values.
    @Test
    void a_small_trend_is_steady_however_certain_it_is() {
        assertThat(SteadyState.of(series(100, i -> 1 + 1e-4 * i), 40, 240, TOLERANCE).state())
                .isEqualTo(SteadyState.REACHED);
        assertThat(SteadyState.of(series(100, i -> 1 + 3e-4 * i), 40, 240, TOLERANCE).state())
                .isEqualTo(SteadyState.RISING);
    }

    @Test
    void noise_does_not_excuse_a_trend() {
        // Over the horizon of 20 values it falls by 5 % of its level at the end.
        IntToDoubleFunction falling = i -> 1 + 0.05 / 20 * (40 - i);
        for (double sigma : new double[] {0.01, 0.03, 0.1}) {
            assertThat(shareSteady(40, falling, sigma, 0)).as("noise %s", sigma).isLessThan(0.1);
            assertThat(shareSteady(40, falling, sigma, 0.5))
                    .as("correlated noise %s", sigma)
                    .isLessThan(0.12);
        }
    }

    /// A value that starts at twice its final level is 5 % above it after three time constants.
    @Test
    void an_exponential_is_not_steady_while_it_is_far_above_its_final_level() {
        var random = new SplittableRandom(7);
        for (int constant : new int[] {20, 80, 240}) {
            for (int n : new int[] {12, constant, 2 * constant, 5 * constant / 2}) {
                int steady = 0;
                for (int run = 0; run < RUNS; run++) {
                    var x =
                            CorrelatedNoise.series(
                                    n,
                                    i -> 1 + Math.exp(-i / (double) constant),
                                    0.03,
                                    0.5,
                                    random);
                    var state = SteadyState.of(x, 40, 240, TOLERANCE).state();
                    steady += state == SteadyState.REACHED ? 1 : 0;
                }
                assertThat(steady).as("%d of time constant %d", n, constant).isLessThan(RUNS / 50);
            }
        }
    }

    /// As a service on a pool behaved whose compilers had finished after 80 s: throughput rose to
    /// its level for two thirds of the time, and then swung by some percent for half a minute. The
    /// trend of the look-back that is long enough for the noise is that of the approach.
    @Test
    void an_approach_that_is_over_is_not_called_a_rise() {
        var random = new SplittableRandom(20_261_128);
        int rising = 0;
        for (int run = 0; run < RUNS; run++) {
            var x =
                    CorrelatedNoise.series(
                            500,
                            i -> Math.min(1, 0.55 + 0.45 * i / 330) + swing(i),
                            0.08,
                            0.3,
                            random);
            var state = SteadyState.of(x, 40, 240, TOLERANCE).state();
            rising += state == SteadyState.RISING ? 1 : 0;
        }
        assertThat(rising).isLessThanOrEqualTo(RUNS / 20);
    }

    /// Half a period within the last 170 values.
    private static double swing(int i) {
        return i < 330 ? 0 : 0.02 * Math.cos(Math.PI * (i - 330) / 170);
    }

    @Test
    void a_step_within_the_look_back_is_not_steady() {
        for (int after = 1; after < 8; after++) {
            int step = 20 - after;
            assertThat(reached(series(20, i -> i < step ? 110 : 100)))
                    .as("%d values after the step", after)
                    .isFalse();
        }
    }

    @Test
    void cycles_are_steady_once_the_look_back_spans_some() {
        // 3 % up and down with a period of 6 values: the slope of one period is 0.1 % to 1 % per
        // value, which eight values would continue to as much as 8 %.
        IntToDoubleFunction cycle = i -> 100 + 3 * Math.sin(2 * Math.PI * i / 6);
        assertThat(reached(series(9, cycle))).isFalse();
        assertThat(reached(series(40, cycle))).isTrue();
    }

    @Test
    void a_series_of_zeros_is_steady() {
        assertThat(SteadyState.of(new double[8], HORIZON, FAR, 0).state())
                .isEqualTo(SteadyState.REACHED);
    }

    @Test
    void a_value_that_is_not_finite_is_not_steady() {
        for (double value : new double[] {Double.NaN, Double.POSITIVE_INFINITY}) {
            assertThat(of(series(9, i -> i == 1 ? value : 1))).isEqualTo(SteadyState.UNDECIDED);
            assertThat(of(series(9, i -> i == 8 ? value : 1))).isEqualTo(SteadyState.UNDECIDED);
            assertThat(reached(series(9, i -> i == 0 ? value : 1))).isTrue();
        }
    }

    @Test
    void invalid_arguments_are_rejected() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SteadyState.of(new double[9], 0, 9, 0.05));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SteadyState.of(new double[9], 3, 2, 0.05));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SteadyState.of(new double[9], 3, 9, Double.NaN));
    }
}

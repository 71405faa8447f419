package dev.loombench.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

/// A window of 12 values; the centres of its first and last third are 8 values apart.
class SteadyStateTest {
    private static final int WINDOW = 12;
    private static final double TOLERANCE = 0.05;
    private static final int RUNS = 2_000;

    private static boolean reached(double... x) {
        return SteadyState.reached(x, WINDOW, TOLERANCE);
    }

    private static double[] series(int n, IntToDoubleFunction value) {
        var x = new double[n];
        Arrays.setAll(x, value);
        return x;
    }

    /// Noise with a standard deviation of sigma, in which neighbours have the given correlation.
    private static double[] noisy(
            int n, IntToDoubleFunction level, double sigma, double correlation, long seed) {
        var random = new SplittableRandom(seed);
        double noise = random.nextGaussian();
        var x = new double[n];
        for (int i = 0; i < n; i++) {
            x[i] = level.applyAsDouble(i) * (1 + sigma * noise);
            noise =
                    correlation * noise
                            + Math.sqrt(1 - correlation * correlation) * random.nextGaussian();
        }
        return x;
    }

    /// The share of series that are steady.
    private static double shareSteady(
            int n, IntToDoubleFunction level, double sigma, double correlation) {
        int steady = 0;
        for (int seed = 0; seed < RUNS; seed++) {
            steady += reached(noisy(n, level, sigma, correlation, seed)) ? 1 : 0;
        }
        return (double) steady / RUNS;
    }

    @Test
    void fewer_than_eight_values_are_not_steady() {
        assertThat(reached(series(7, _ -> 1))).isFalse();
        assertThat(reached(series(8, _ -> 1))).isTrue();
        assertThat(reached()).isFalse();
    }

    @Test
    void only_the_latest_values_count() {
        assertThat(reached(series(20, i -> i < 12 ? 5 : 10))).isTrue();
        assertThat(reached(series(20, i -> i < 13 ? 5 : 10))).isFalse();
    }

    @Test
    void a_trend_is_continued_over_the_window() {
        // Eight values have the mean 100 + 3.5 b. Between the thirds of the window the line rises
        // by 8 b: at b = 0.62 by 4.96, and 5 % of 102.2 are 5.1; at b = 0.66 by 5.28.
        assertThat(reached(series(8, i -> 100 + 0.62 * i))).isTrue();
        assertThat(reached(series(8, i -> 100 + 0.66 * i))).isFalse();
        assertThat(reached(series(8, i -> 100 - 0.66 * i))).isFalse();
        // A window of twice the length: 16 b.
        assertThat(SteadyState.reached(series(8, i -> 100 + 0.62 * i), 2 * WINDOW, TOLERANCE))
                .isFalse();
    }

    @Test
    void noise_makes_the_look_back_longer() {
        // The interval of eight values with noise of 1 % is 1.94 * 8 * 1 % / sqrt(42) = 2.4 % wide
        // on each side, below 3.5 %; with noise of 3 % it takes 14 values, with 10 % 30.
        assertThat(shareSteady(8, _ -> 100, 0.01, 0)).isGreaterThan(0.6);
        assertThat(shareSteady(8, _ -> 100, 0.03, 0)).isLessThan(0.05);
        assertThat(shareSteady(20, _ -> 100, 0.03, 0)).isGreaterThan(0.6);
        assertThat(shareSteady(20, _ -> 100, 0.1, 0)).isLessThan(0.01);
        assertThat(shareSteady(50, _ -> 100, 0.1, 0)).isGreaterThan(0.6);
    }

    @Test
    void noise_does_not_excuse_a_trend() {
        // 1 - 0.05 * i / 8 changes by the tolerance of the mean level 1 at its start, and by more
        // of the lower levels after it. A test errs in 5 %; the correlation of short series is
        // underestimated.
        IntToDoubleFunction falling = i -> 1 - 0.05 / 8 * (i - 20);
        for (double sigma : new double[] {0.01, 0.03, 0.1}) {
            assertThat(shareSteady(40, falling, sigma, 0)).as("noise %s", sigma).isLessThan(0.06);
            assertThat(shareSteady(40, falling, sigma, 0.5))
                    .as("correlated noise %s", sigma)
                    .isLessThan(0.1);
        }
    }

    @Test
    void an_exponential_is_not_steady_while_the_window_would_fall_by_a_tenth() {
        // exp(-i / 16) from 0.5: after 24 values 11 % are left, of which a window of 12 loses a
        // third between its thirds; at the start it is 30 %.
        for (double sigma : new double[] {0.01, 0.03, 0.1}) {
            assertThat(shareSteady(12, i -> 1 + 0.5 * Math.exp(-i / 16.0), sigma, 0))
                    .as("noise %s", sigma)
                    .isLessThan(0.005);
        }
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
        assertThat(SteadyState.reached(new double[8], WINDOW, 0)).isTrue();
    }

    @Test
    void a_value_that_is_not_finite_is_not_steady() {
        for (double value : new double[] {Double.NaN, Double.POSITIVE_INFINITY}) {
            assertThat(reached(series(9, i -> i == 1 ? value : 1))).isFalse();
            assertThat(reached(series(9, i -> i == 8 ? value : 1))).isFalse();
            assertThat(reached(series(9, i -> i == 0 ? value : 1))).isTrue();
        }
    }

    @Test
    void invalid_arguments_are_rejected() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SteadyState.reached(new double[9], 0, 0.05));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SteadyState.reached(new double[9], 3, Double.NaN));
    }
}

package dev.loombench.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SteadyStateTest {

    @Test
    void too_few_values_are_not_steady() {
        assertThat(SteadyState.reached(new double[] {1, 1, 1, 1, 1}, 3, 0.05)).isFalse();
        assertThat(SteadyState.reached(new double[] {1, 1, 1, 1, 1, 1}, 3, 0.05)).isTrue();
        assertThat(SteadyState.reached(new double[0], 3, 0.05)).isFalse();
    }

    @Test
    void only_the_last_two_windows_count() {
        assertThat(SteadyState.reached(new double[] {1, 5, 10, 10, 10, 10}, 2, 0.05)).isTrue();
        assertThat(SteadyState.reached(new double[] {10, 10, 10, 1, 5, 10, 10}, 2, 0.05)).isFalse();
    }

    @Test
    void a_step_beyond_the_tolerance_is_movement() {
        // Medians 100 and 106; most neighbours are equal, so noise is 0.
        double[] step = {100, 100, 100, 106, 106, 106};
        assertThat(SteadyState.reached(step, 3, 0.06)).isTrue();
        assertThat(SteadyState.reached(step, 3, 0.05)).isFalse();
    }

    @Test
    void a_constant_slope_does_not_count_as_noise() {
        // 10 % per step. Medians 121 and 195; the steps grow from 10 to 21 about their median of
        // 15.
        var climb = IntStream.range(0, 10).mapToDouble(i -> 100 * Math.pow(1.1, i)).toArray();
        assertThat(SteadyState.reached(climb, 5, 0.05)).isFalse();
    }

    @Test
    void a_settled_server_is_steady_in_spite_of_its_noise() {
        // The noise of 10 % is twice the tolerance. Two standard errors accept 95 %; counting 1000
        // has an error of 0.7 %, and estimating sigma from 9 steps costs some more.
        var random = new SplittableRandom(5);
        var steady = 0;
        for (int i = 0; i < 1_000; i++) {
            var noisy = new double[10];
            Arrays.setAll(noisy, _ -> 100 + 10 * random.nextGaussian());
            steady += SteadyState.reached(noisy, 5, 0.05) ? 1 : 0;
        }
        assertThat(steady).isGreaterThan(850);
    }

    @Test
    void one_hiccup_is_not_movement() {
        double[] hiccup = {100, 101, 99, 100, 100, 40, 101, 99, 100, 100};
        assertThat(SteadyState.reached(hiccup, 5, 0.02)).isTrue();
    }

    @Test
    void a_series_of_zeros_is_steady() {
        assertThat(SteadyState.reached(new double[6], 3, 0)).isTrue();
    }

    @Test
    void a_value_that_is_not_finite_is_not_steady() {
        assertThat(SteadyState.reached(new double[] {1, 1, Double.NaN, 1}, 2, 0.05)).isFalse();
        assertThat(SteadyState.reached(new double[] {1, 1, 1, 1 / 0.0}, 2, 0.05)).isFalse();
        assertThat(SteadyState.reached(new double[] {Double.NaN, 1, 1, 1, 1}, 2, 0.05)).isTrue();
    }

    @Test
    void invalid_arguments_are_rejected() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SteadyState.reached(new double[9], 1, 0.05));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SteadyState.reached(new double[9], 3, Double.NaN));
    }
}

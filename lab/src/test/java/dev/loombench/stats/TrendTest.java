package dev.loombench.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

/// The curves are those of Barrett and others (2017), figure 2; 40 values, noise of 1 %.
class TrendTest {
    private static final double TOLERANCE = 0.03;

    @Test
    void a_level_change_is_a_change_point_and_nothing_else_is() {
        assertThat(ChangePoints.of(noisy(1, i -> i < 17 ? 100 : 120), 3)).isEqualTo(List.of(17));
        assertThat(ChangePoints.of(noisy(2, i -> i < 9 ? 80 : i < 30 ? 100 : 90), 3))
                .isEqualTo(List.of(9, 30));
        assertThat(ChangePoints.of(noisy(3, _ -> 100), 3)).isEmpty();
    }

    @Test
    void a_step_without_noise_is_located() {
        double[] step = {1, 1, 1, 1, 1, 2, 2, 2, 2};
        assertThat(ChangePoints.of(step, 3)).isEqualTo(List.of(5));
    }

    @Test
    void noise_alone_rarely_has_a_change_point() {
        int cut = 0;
        for (int i = 0; i < 500; i++) {
            cut += ChangePoints.of(noisy(i, _ -> 100), 3).isEmpty() ? 0 : 1;
        }
        // Measured: 2 %. The MAD of 39 steps is sometimes far too small.
        assertThat(cut).isLessThan(25);
    }

    @Test
    void the_five_trends_are_distinguished() {
        assertThat(trend(_ -> 100)).isEqualTo(new Trend.Flat());
        assertThat(trend(i -> i < 8 ? 60 : i < 14 ? 85 : 100)).isEqualTo(new Trend.WarmUp(14));
        assertThat(trend(i -> i < 20 ? 100 : 90))
                .isInstanceOfSatisfying(
                        Trend.SlowingDown.class,
                        s -> {
                            assertThat(s.from()).isEqualTo(20);
                            assertThat(s.share()).isBetween(0.09, 0.11);
                        });
        assertThat(trend(i -> i / 8 % 2 == 0 ? 100 : 80)).isEqualTo(new Trend.Cyclic(4));
        assertThat(trend(i -> i < 34 ? 100 : 70)).isEqualTo(new Trend.NeverSteady(34));
    }

    @Test
    void a_warm_up_that_ends_in_a_slowdown_is_a_slowdown() {
        assertThat(trend(i -> i < 8 ? 60 : i < 24 ? 100 : 85))
                .isInstanceOf(Trend.SlowingDown.class);
    }

    @Test
    void the_curves_are_classified_correctly_for_any_noise() {
        int correct = 0;
        for (int seed = 0; seed < 100; seed++) {
            correct += of(seed, _ -> 100) instanceof Trend.Flat ? 1 : 0;
            correct += of(seed, i -> i < 10 ? 70 : 100) instanceof Trend.WarmUp ? 1 : 0;
            correct += of(seed, i -> i < 20 ? 100 : 90) instanceof Trend.SlowingDown ? 1 : 0;
            correct += of(seed, i -> i / 8 % 2 == 0 ? 100 : 80) instanceof Trend.Cyclic ? 1 : 0;
            correct += of(seed, i -> i < 34 ? 100 : 70) instanceof Trend.NeverSteady ? 1 : 0;
        }
        assertThat(correct).isGreaterThanOrEqualTo(475);
    }

    @Test
    void a_change_within_the_tolerance_is_flat() {
        assertThat(trend(i -> i < 20 ? 100 : 98)).isEqualTo(new Trend.Flat());
    }

    @Test
    void one_hiccup_is_not_a_level() {
        assertThat(trend(i -> i == 20 ? 50 : 100)).isEqualTo(new Trend.Flat());
    }

    @Test
    void a_short_series_has_no_trend() {
        assertThat(Trend.of(new double[] {1, 2, 3, 4, 5, 6, 7}, TOLERANCE))
                .isEqualTo(new Trend.Flat());
        assertThat(Trend.of(new double[0], TOLERANCE)).isEqualTo(new Trend.Flat());
    }

    @Test
    void invalid_arguments_are_rejected() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ChangePoints.of(new double[] {1, Double.NaN}, 3));
        assertThatIllegalArgumentException().isThrownBy(() -> ChangePoints.of(new double[9], 0));
        assertThatIllegalArgumentException().isThrownBy(() -> Trend.of(new double[9], -1));
    }

    private static Trend trend(IntToDoubleFunction curve) {
        return of(11, curve);
    }

    private static Trend of(long seed, IntToDoubleFunction curve) {
        return Trend.of(noisy(seed, curve), TOLERANCE);
    }

    private static double[] noisy(long seed, IntToDoubleFunction curve) {
        var random = new SplittableRandom(seed);
        var x = new double[40];
        Arrays.setAll(x, i -> curve.applyAsDouble(i) * (1 + 0.01 * random.nextGaussian()));
        return x;
    }
}

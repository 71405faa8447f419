package dev.loombench.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

/// The curves are those of Barrett and others (2017), figure 2; 40 values, noise of 1 %.
class CourseTest {
    private static final double TOLERANCE = 0.03;

    @Test
    void a_level_that_changes_once_is_cut_there_and_nowhere_else() {
        assertThat(ChangePoints.of(noisy(1, i -> i < 17 ? 100 : 120), 3)).isEqualTo(List.of(17));
        assertThat(ChangePoints.of(noisy(2, i -> i < 9 ? 80 : i < 30 ? 100 : 90), 3))
                .isEqualTo(List.of(9, 30));
        assertThat(ChangePoints.of(noisy(3, _ -> 100), 3)).isEmpty();
    }

    @Test
    void a_step_without_noise_is_found_where_it_is() {
        double[] step = {1, 1, 1, 1, 1, 2, 2, 2, 2};
        assertThat(ChangePoints.of(step, 3)).isEqualTo(List.of(5));
    }

    @Test
    void noise_alone_is_seldom_cut() {
        int cut = 0;
        for (int i = 0; i < 500; i++) {
            cut += ChangePoints.of(noisy(i, _ -> 100), 3).isEmpty() ? 0 : 1;
        }
        // 2 % seen; the MAD of 39 steps is sometimes far too small.
        assertThat(cut).isLessThan(25);
    }

    @Test
    void the_five_courses_are_told_apart() {
        assertThat(course(_ -> 100)).isEqualTo(new Course.Flat());
        assertThat(course(i -> i < 8 ? 60 : i < 14 ? 85 : 100)).isEqualTo(new Course.WarmUp(14));
        assertThat(course(i -> i < 20 ? 100 : 90))
                .isInstanceOfSatisfying(
                        Course.SlowingDown.class,
                        s -> {
                            assertThat(s.from()).isEqualTo(20);
                            assertThat(s.share()).isBetween(0.09, 0.11);
                        });
        assertThat(course(i -> i / 8 % 2 == 0 ? 100 : 80)).isEqualTo(new Course.Cyclic(4));
        assertThat(course(i -> i < 34 ? 100 : 70)).isEqualTo(new Course.NeverSteady(34));
    }

    @Test
    void a_warm_up_that_ends_in_a_slow_down_is_one() {
        assertThat(course(i -> i < 8 ? 60 : i < 24 ? 100 : 85))
                .isInstanceOf(Course.SlowingDown.class);
    }

    @Test
    void the_curves_are_labelled_right_whatever_the_noise() {
        int right = 0;
        for (int seed = 0; seed < 100; seed++) {
            right += of(seed, _ -> 100) instanceof Course.Flat ? 1 : 0;
            right += of(seed, i -> i < 10 ? 70 : 100) instanceof Course.WarmUp ? 1 : 0;
            right += of(seed, i -> i < 20 ? 100 : 90) instanceof Course.SlowingDown ? 1 : 0;
            right += of(seed, i -> i / 8 % 2 == 0 ? 100 : 80) instanceof Course.Cyclic ? 1 : 0;
            right += of(seed, i -> i < 34 ? 100 : 70) instanceof Course.NeverSteady ? 1 : 0;
        }
        assertThat(right).isGreaterThanOrEqualTo(475);
    }

    @Test
    void a_change_within_the_tolerance_is_none() {
        assertThat(course(i -> i < 20 ? 100 : 98)).isEqualTo(new Course.Flat());
    }

    @Test
    void one_hiccup_is_no_level() {
        assertThat(course(i -> i == 20 ? 50 : 100)).isEqualTo(new Course.Flat());
    }

    @Test
    void a_short_series_has_no_course() {
        assertThat(Course.of(new double[] {1, 2, 3, 4, 5, 6, 7}, TOLERANCE))
                .isEqualTo(new Course.Flat());
        assertThat(Course.of(new double[0], TOLERANCE)).isEqualTo(new Course.Flat());
    }

    @Test
    void nonsense_is_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ChangePoints.of(new double[] {1, Double.NaN}, 3));
        assertThatIllegalArgumentException().isThrownBy(() -> ChangePoints.of(new double[9], 0));
        assertThatIllegalArgumentException().isThrownBy(() -> Course.of(new double[9], -1));
    }

    private static Course course(IntToDoubleFunction curve) {
        return of(11, curve);
    }

    private static Course of(long seed, IntToDoubleFunction curve) {
        return Course.of(noisy(seed, curve), TOLERANCE);
    }

    private static double[] noisy(long seed, IntToDoubleFunction curve) {
        var random = new SplittableRandom(seed);
        var x = new double[40];
        Arrays.setAll(x, i -> curve.applyAsDouble(i) * (1 + 0.01 * random.nextGaussian()));
        return x;
    }
}

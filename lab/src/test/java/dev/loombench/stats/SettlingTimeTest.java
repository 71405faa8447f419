package dev.loombench.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Curves of 40 values that settle at 100.
class SettlingTimeTest {
    private static SettlingTime of(IntToDoubleFunction curve) {
        return SettlingTime.of(IntStream.range(0, 40).mapToDouble(curve).toArray(), 0.05);
    }

    private static SettlingTime.Settled settled(IntToDoubleFunction curve) {
        assertThat(of(curve)).isInstanceOf(SettlingTime.Settled.class);
        return (SettlingTime.Settled) of(curve);
    }

    @Test
    void a_rate_at_its_level_from_the_start_settles_at_once() {
        assertThat(settled(_ -> 100)).isEqualTo(new SettlingTime.Settled(0, 1, 100));
    }

    @Test
    void a_linear_rise_has_settled_within_the_tolerance() {
        // 0, 10, 20 .. 90, 100: 90 is off by more than 5, the tenth value is the last one outside
        assertThat(settled(i -> Math.min(100, 10 * i)).after()).isEqualTo(10);
        assertThat(settled(i -> Math.min(100, 5 * i)).after()).as("95 is in").isEqualTo(19);
    }

    @Test
    void an_overshoot_has_not_settled_before_it_is_back() {
        assertThat(settled(i -> i < 3 ? 20 : i < 8 ? 130 : 100).after()).isEqualTo(8);
    }

    @Test
    void one_outlier_is_ignored_and_two_are_not() {
        assertThat(settled(i -> i == 12 ? 40 : 100).after()).isZero();
        assertThat(settled(i -> i == 12 || i == 13 ? 40 : 100).after()).isEqualTo(14);
    }

    @Test
    void a_rate_that_moves_in_the_last_quarter_has_not_settled() {
        assertThat(of(i -> i < 31 ? 100 - 20.0 * (i % 2) : 100))
                .as("noise of 20 %% until the 31st of 40 values does not hide the level")
                .isNotInstanceOf(SettlingTime.Indeterminate.class);
        assertThat(of(i -> i < 32 ? 60 + 0.5 * i : 110)).isEqualTo(new SettlingTime.Moving(40));
    }

    @Test
    void too_few_values_zeros_and_pure_noise_are_indeterminate() {
        assertThat(SettlingTime.of(new double[] {1, 1, 1, 1, 1, 1, 1}, 0.05))
                .isInstanceOf(SettlingTime.Indeterminate.class);
        assertThat(of(_ -> 0)).isInstanceOf(SettlingTime.Indeterminate.class);
        var random = new SplittableRandom(5);
        assertThat(of(_ -> 100 * (1 + 0.5 * random.nextGaussian())))
                .isInstanceOf(SettlingTime.Indeterminate.class);
    }

    @Test
    void a_noisy_rate_is_merged_to_a_coarser_resolution() {
        // 10 %, of which a quarter is left after merging 16 values: 400 values become 25
        var random = new SplittableRandom(7);
        var rate =
                IntStream.range(0, 1600)
                        .mapToDouble(i -> i < 320 ? 50 : 100 * (1 + 0.1 * random.nextGaussian()))
                        .toArray();
        var settling = (SettlingTime.Settled) SettlingTime.of(rate, 0.05);
        assertThat(settling.resolution()).isBetween(16, 128);
        assertThat(settling.after()).isBetween(320, 320 + 2 * settling.resolution());
        assertThat(settling.level()).isBetween(99.0, 101.0);
    }

    @Test
    void most_of_a_hundred_noisy_steps_are_located() {
        int found = 0;
        for (int seed = 0; seed < 100; seed++) {
            var random = new SplittableRandom(seed);
            var settling = of(i -> (i < 6 ? 40 : 100) * (1 + 0.012 * random.nextGaussian()));
            found +=
                    settling instanceof SettlingTime.Settled s && s.after() >= 6 && s.after() <= 8
                            ? 1
                            : 0;
        }
        assertThat(found).isGreaterThan(90);
    }
}

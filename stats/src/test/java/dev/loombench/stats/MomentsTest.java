package dev.loombench.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class MomentsTest {
    /// 1, 2, 3 and 10, 14: mean 30 / 5, variance (25 + 16 + 9 + 16 + 64) / 4.
    @Test
    void pooled_samples_have_the_moments_of_all_values() {
        var pooled = new Moments(3, 2, 1).plus(new Moments(2, 12, 8));
        assertThat(pooled.count()).isEqualTo(5);
        assertThat(pooled.mean()).isCloseTo(6, within(1e-12));
        assertThat(pooled.variance()).isCloseTo(32.5, within(1e-12));
        assertThat(new Moments(1, 2, 0).plus(new Moments(1, 4, 0))).isEqualTo(new Moments(2, 3, 2));
    }

    /// t[4] = 2.776; 2.776 * sqrt(32.5 / 5) = 7.08.
    @Test
    void the_interval_of_the_mean_is_students() {
        var sample = new Moments(5, 6, 32.5);
        var interval = StudentT.interval(sample, 5, 0.95).orElseThrow();
        assertThat(interval.point()).isEqualTo(6);
        assertThat(interval.high()).isCloseTo(13.08, within(0.005));
        assertThat(interval.low()).isCloseTo(-1.08, within(0.005));
        assertThat(StudentT.interval(sample, 500, 0.95).orElseThrow().high())
                .isCloseTo(6.708, within(0.0005));
        assertThat(StudentT.interval(new Moments(1, 6, 0), 1, 0.95)).isEmpty();
    }

    @Test
    void an_empty_sample_has_no_moments() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Moments(0, 0, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> new Moments(2, 0, -1));
    }
}

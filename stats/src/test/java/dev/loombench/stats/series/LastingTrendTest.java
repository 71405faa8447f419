package dev.loombench.stats.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

class LastingTrendTest {
    private static final double HORIZON = 240;

    private static double of(int n, IntToDoubleFunction value) {
        var x = new double[n];
        Arrays.setAll(x, value);
        return LastingTrend.of(x, HORIZON);
    }

    @Test
    void a_line_is_continued_over_the_horizon() {
        assertThat(of(8, i -> 10 + 0.25 * i)).isCloseTo(60, within(1e-9));
        assertThat(of(40, i -> 10 - 0.25 * i)).isCloseTo(-60, within(1e-9));
        assertThat(of(40, _ -> 10)).isZero();
    }

    /// Of `exp(-i / 16)`, the slopes of the halves of 80 values are in the proportion exp(40 / 16),
    /// and the later half falls from exp(-40 / 16) to exp(-79 / 16), by 7.5 % in 39 steps: 3 % in
    /// 16.
    @Test
    void a_trend_that_becomes_slower_is_continued_over_its_time_constant() {
        assertThat(of(80, i -> 1 + Math.exp(-i / 16.0))).isBetween(-0.04, -0.02);
        assertThat(of(80, i -> 1 - Math.exp(-i / 16.0))).isBetween(0.02, 0.04);
    }

    @Test
    void a_trend_that_has_turned_does_not_last() {
        assertThat(of(60, i -> i < 30 ? 100 - 3 * i : 10 + 0.1 * (i - 30))).isZero();
    }

    /// 1 % of equal levels have a trend; more where the correlation is underestimated.
    @Test
    void noise_has_none() {
        var random = new SplittableRandom(1);
        int found = 0;
        for (int run = 0; run < 1_000; run++) {
            var x = CorrelatedNoise.series(40, _ -> 1, 0.03, 0.5, random);
            found += LastingTrend.of(x, HORIZON) == 0 ? 0 : 1;
        }
        assertThat(found).isLessThan(50);
    }
}

package dev.loombench.stats.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TrendLineTest {
    /// Least squares of 1, 3, 2, 5, 4 by hand: 8 / 10 per value.
    @Test
    void the_slope_is_that_of_least_squares() {
        var line = TrendLine.of(new double[] {1, 3, 2, 5, 4});
        assertThat(line.slope()).isCloseTo(0.8, within(1e-12));
        assertThat(line.mean()).isEqualTo(3);
    }

    /// Nine values without a trend, at 99 %, whose neighbours correlate.
    @ParameterizedTest
    @CsvSource({"0, 0.008", "0.3, 0.019", "0.5, 0.042"})
    void a_slope_by_chance_is_found_at_the_stated_rate(double correlation, double rate) {
        int runs = 10_000;
        var random = new Random(3);
        int found = 0;
        for (int i = 0; i < runs; i++) {
            found += TrendLine.hasSlope(series(correlation, random), 0.99) ? 1 : 0;
        }
        assertThat(found / (double) runs).isBetween(0.7 * rate, 1.3 * rate);
    }

    @Test
    void a_slope_beyond_the_noise_is_found() {
        assertThat(found(i -> 4 * i)).isEqualTo(100);
    }

    /// It falls from 30 to 10, fast at first; the residuals of a line are correlated.
    @Test
    void a_curve_is_found_too() {
        assertThat(found(i -> 30 / (1 + i / 4.0))).isGreaterThan(80);
    }

    /// Of a hundred series.
    private static int found(IntToDoubleFunction level) {
        var random = new Random(1);
        int found = 0;
        for (int run = 0; run < 100; run++) {
            var x = series(0.3, random);
            for (int i = 0; i < x.length; i++) {
                x[i] += level.applyAsDouble(i);
            }
            found += TrendLine.hasSlope(x, 0.99) ? 1 : 0;
        }
        return found;
    }

    private static double[] series(double correlation, Random random) {
        var x = new double[9];
        double last = random.nextGaussian() / Math.sqrt(1 - correlation * correlation);
        for (int i = 0; i < x.length; i++) {
            x[i] = last;
            last = correlation * last + random.nextGaussian();
        }
        return x;
    }
}

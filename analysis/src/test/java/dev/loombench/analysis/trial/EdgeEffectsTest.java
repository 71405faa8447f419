package dev.loombench.analysis.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.function.DoubleSupplier;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class EdgeEffectsTest {
    private static final double WINDOW = 3;
    private static final int WINDOWS = 2_000;

    @Test
    void equal_responses_have_a_remainder_of_a_third_of_the_square() {
        var responses = new Histogram(3);
        responses.recordValueWithCount(300_000_000, 10);
        assertThat(EdgeEffects.share(responses, 0, WINDOW, 1))
                .isCloseTo(2 * Math.sqrt(2) * 0.3 / Math.sqrt(3) / WINDOW, within(1e-3));
        assertThat(EdgeEffects.share(responses, 0.6, WINDOW, 1))
                .isCloseTo(EdgeEffects.share(responses, 0, WINDOW, 1) + 0.1, within(1e-9));
        assertThat(EdgeEffects.share(new Histogram(3), 0, WINDOW, 1)).isZero();
    }

    @Test
    void the_ends_of_slices_are_independent() {
        var responses = new Histogram(3);
        responses.recordValueWithCount(300_000_000, 10);
        assertThat(EdgeEffects.share(responses, 0, WINDOW, 9))
                .isCloseTo(3 * EdgeEffects.share(responses, 0, WINDOW, 1), within(1e-9));
    }

    /// Users in step count as one user. The total response time of its requests in a window is
    /// compared with the window's length.
    @Test
    void the_share_covers_windows_that_begin_or_end_in_a_stall() {
        var random = new Random(1);
        assertThat(covered(() -> random.nextInt(100) == 0 ? 0.5 : 0.01)).isBetween(0.92, 0.98);
        assertThat(covered(() -> -0.02 * Math.log(1 - random.nextDouble()))).isBetween(0.92, 0.98);
    }

    /// @return share of the windows whose total differs from their length by no more than the edges
    private static double covered(DoubleSupplier response) {
        double now = 0;
        double begins = 100;
        int covered = 0;
        for (int window = 0; window < WINDOWS; window++) {
            while (now < begins) {
                now += response.getAsDouble();
            }
            var responses = new Histogram(3);
            double spent = 0;
            while (now < begins + WINDOW) {
                double length = response.getAsDouble();
                responses.recordValue((long) (length * 1e9));
                spent += length;
                now += length;
            }
            double missing = Math.abs(spent / WINDOW - 1);
            covered += missing <= EdgeEffects.share(responses, 0, WINDOW, 1) ? 1 : 0;
            begins += WINDOW + 1;
        }
        return (double) covered / WINDOWS;
    }
}

package dev.loombench.analysis.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.analysis.capacity.RateProbe.Outcome;
import dev.loombench.analysis.capacity.RateProbe.Purpose;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AnsweredRateTest {
    private static final Duration SETTLING = Duration.ofMillis(1_200);

    /// A window of 2 s.
    private static RateProbe window(double rate, double throughput, int errors, Outcome outcome) {
        return new RateProbe(
                1,
                "v",
                1,
                1,
                Purpose.BRACKET,
                rate,
                new RateProbe.Figures(2, (long) (2 * rate), errors, throughput, 1, 1),
                0,
                outcome,
                Optional.empty());
    }

    @Test
    void it_is_the_highest_of_the_responses_and_errors_of_a_window() {
        var windows =
                List.of(
                        window(450, 450, 0, Outcome.MET),
                        window(641, 490, 20, Outcome.MET),
                        window(900, 700, 0, Outcome.GENERATOR_LIMITED));
        assertThat(AnsweredRate.highest(windows, 0.02, SETTLING)).isEqualTo(500);
    }

    /// The first responses come after the window has opened.
    @Test
    void responses_slower_than_the_time_before_a_window_limit_nothing() {
        var windows = List.of(window(100, 0, 0, Outcome.MET));
        assertThat(AnsweredRate.highest(windows, 0.5, SETTLING)).isInfinite();
        assertThat(AnsweredRate.highest(windows, Double.NaN, SETTLING)).as("unknown").isInfinite();
        assertThat(AnsweredRate.highest(List.of(), 0.02, SETTLING)).isInfinite();
    }
}

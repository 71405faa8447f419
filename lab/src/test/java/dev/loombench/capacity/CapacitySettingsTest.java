package dev.loombench.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.analysis.capacity.RateGain;
import dev.loombench.analysis.capacity.objective.Objectives;
import dev.loombench.traffic.Arrival;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class CapacitySettingsTest {
    private static CapacitySettings settings(String objective) {
        return new CapacitySettings(
                Objectives.parse(List.of(objective)),
                4,
                Duration.ofSeconds(6),
                Arrival.POISSON,
                1_000,
                Duration.ofSeconds(60),
                Duration.ZERO);
    }

    /// 60 s have the 300 requests of a p99 at 5/s, and the 10 of a mean at 0.17/s.
    @Test
    void rates_below_1_are_tried_where_requests_meet_at_1() {
        assertThat(settings("p99<1s").limits(4_000).lowest()).isCloseTo(5, within(1e-9));
        var mean = settings("mean<1s");
        assertThat(mean.limits(4_000).lowest()).as("8 users, 2 ms each").isEqualTo(1);
        assertThat(mean.limits(80).lowest()).as("100 ms").isCloseTo(0.5, within(1e-9));
        assertThat(mean.limits(4).lowest()).as("2 s").isCloseTo(1 / 6.0, within(1e-9));
        assertThat(mean.limits(Double.NaN).lowest()).isCloseTo(1 / 6.0, within(1e-9));
    }

    private static void assertLater(double rate, boolean highest, long seconds) {
        var above = new RateGain.Above(rate, highest, OptionalDouble.empty());
        assertThat(settings("p99<50ms").later(above))
                .isCloseTo(Duration.ofSeconds(seconds), Duration.ofMillis(1));
    }

    /// A window that confirms takes 6 s at 1,000/s, 20 s at 50/s, and 60 s at 5/s.
    @Test
    void a_window_that_may_hold_for_its_whole_length_takes_a_minute() {
        assertLater(1_000, true, 24);
        assertLater(50, true, 60);
        assertLater(5, true, 60);
        assertLater(50, false, 80);
    }
}

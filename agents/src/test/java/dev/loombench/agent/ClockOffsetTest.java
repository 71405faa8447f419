package dev.loombench.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.agent.ClockOffset.Exchange;
import dev.loombench.result.RoundTrips;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ClockOffsetTest {
    /// The agent is 1,000 ahead. The second exchange took 10, evenly; the others were delayed in
    /// one direction.
    @Test
    void the_exchange_with_the_shortest_round_trip_decides() {
        var clock =
                ClockOffset.of(
                        List.of(
                                new Exchange(0, 100, 1_095),
                                new Exchange(200, 210, 1_205),
                                new Exchange(300, 350, 1_305)));
        assertThat(clock).isEqualTo(new ClockOffset(1_000, 10, 205));
        assertThat(clock.errorNanos()).isEqualTo(5);
        assertThat(clock.toAgent(7)).isEqualTo(1_007);
        assertThat(clock.toController(clock.toAgent(7))).isEqualTo(7);
    }

    /// However a round trip of 10 is split, the true offset of 1,000 is within 5 of the estimate.
    @Test
    void the_error_is_at_most_half_of_the_round_trip() {
        for (int there = 0; there <= 10; there++) {
            var clock = ClockOffset.of(List.of(new Exchange(50, 60, 50 + there + 1_000)));
            assertThat(Math.abs(clock.offsetNanos() - 1_000)).isLessThanOrEqualTo(5);
        }
    }

    @Test
    void an_error_above_the_limit_is_reported() {
        var clock = new ClockOffset(7, 10_000_002, 0);
        assertThat(clock.inexact(Duration.ofMillis(50))).isEmpty();
        assertThat(clock.inexact(Duration.ofMillis(5)))
                .contains("its clock is known to within 6 ms only, and 5 ms are needed");
        assertThat(new ClockOffset(7, 10_000_000, 0).inexact(Duration.ofMillis(5))).isEmpty();
    }

    /// Before a load the offset is within 5, and after it, on a busy network, within 40.
    @Test
    void the_error_over_a_load_is_the_larger_one_of_both_measurements() {
        var before = new ClockOffset(1_000, 10, 0);
        var after = new ClockOffset(1_000, 80, 1_000_000);
        assertThat(before.errorNanosUntil(Optional.of(after))).isEqualTo(40);
        assertThat(after.errorNanosUntil(Optional.of(before))).isEqualTo(40);
        assertThat(before.errorNanosUntil(Optional.empty())).isEqualTo(5);
    }

    @Test
    void clocks_may_overflow() {
        var clock = ClockOffset.of(List.of(new Exchange(5, 15, Long.MIN_VALUE)));
        assertThat(clock.toAgent(10)).isEqualTo(Long.MIN_VALUE);
        assertThat(clock.toController(Long.MIN_VALUE)).isEqualTo(10);
    }

    @Test
    void round_trips_have_a_minimum_a_median_and_a_maximum() {
        assertThat(RoundTrips.of(List.of(5L, 1L, 9L))).isEqualTo(new RoundTrips(3, 1, 5, 9));
        assertThat(RoundTrips.of(List.of())).isEqualTo(new RoundTrips(0, 0, 0, 0));
    }
}

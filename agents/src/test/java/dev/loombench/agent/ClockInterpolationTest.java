package dev.loombench.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.agent.ClockOffset.Exchange;
import java.util.ArrayList;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// An agent's clock that runs 20 ppm faster than the controller's, over a trial of 4 minutes: their
/// offset changes by 4.8 ms.
class ClockInterpolationTest {
    private static final long SECOND = 1_000_000_000;
    private static final long TRIAL = 240 * SECOND;
    private static final long AHEAD = 7 * SECOND;

    private static long agent(long controller) {
        return AHEAD + controller + controller / 50_000;
    }

    /// 20 exchanges, each with up to 1 ms in either direction.
    private static ClockOffset measured(long controller) {
        var random = new SplittableRandom(controller + 1);
        var exchanges = new ArrayList<Exchange>();
        long now = controller;
        for (int i = 0; i < 20; i++) {
            long there = now + random.nextLong(1, 1_000_000);
            long back = there + random.nextLong(1, 1_000_000);
            exchanges.add(new Exchange(now, back, agent(there)));
            now = back;
        }
        return ClockOffset.of(exchanges);
    }

    @Test
    void between_two_measurements_the_error_is_at_most_that_of_a_measurement() {
        var first = measured(0);
        var last = measured(TRIAL);
        long error = Math.max(first.errorNanos(), last.errorNanos());
        assertThat(error).isLessThan(500_000);
        var clock = new ClockInterpolation(first, last);
        for (long t = 0; t <= TRIAL; t += SECOND) {
            // the drift within the exchanges of a measurement, 40 ms long
            assertThat(clock.toController(agent(t))).isCloseTo(t, within(error + 800));
        }
        assertThat(last.toController(agent(0))).isNotCloseTo(0, within(4_000_000L));
        assertThat(first.toController(agent(TRIAL))).isNotCloseTo(TRIAL, within(4_000_000L));
    }

    /// Offsets of 1000 at 0 and of 1200 at 1000, when the agent's clock shows 1000 and 2200.
    @Test
    void the_offset_changes_linearly_on_the_agents_clock_and_stays_outside() {
        var clock =
                new ClockInterpolation(
                        new ClockOffset(1_000, 10, 0), new ClockOffset(1_200, 10, 1_000));
        assertThat(clock.toController(1_000)).isZero();
        assertThat(clock.toController(1_300)).isEqualTo(250);
        assertThat(clock.toController(1_600)).isEqualTo(500);
        assertThat(clock.toController(2_200)).isEqualTo(1_000);
        assertThat(clock.toController(400)).isEqualTo(-600);
        assertThat(clock.toController(3_000)).isEqualTo(1_800);
    }

    @Test
    void the_later_of_two_measurements_at_the_same_time_decides() {
        var clock =
                new ClockInterpolation(new ClockOffset(100, 10, 50), new ClockOffset(100, 4, 50));
        assertThat(clock.toController(150)).isEqualTo(50);
    }

    @Test
    void the_agents_clock_may_overflow() {
        var clock =
                new ClockInterpolation(
                        new ClockOffset(Long.MAX_VALUE - 100, 10, 0),
                        new ClockOffset(Long.MAX_VALUE - 80, 10, 1_000));
        assertThat(clock.toController(Long.MAX_VALUE - 100)).isZero();
        assertThat(clock.toController(clock.first().toAgent(510))).isEqualTo(500);
        assertThat(clock.toController(clock.last().toAgent(1_000))).isEqualTo(1_000);
    }
}

package dev.loombench.run.trial.slice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.base.Window;
import dev.loombench.run.server.ServerFailed;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;

/// A simulated server whose CPU time is known at every time; below a fiftieth of a processor it
/// counts as idle.
class LastRestTest {
    private static final long START = 7_000_000_000L;
    private static final long MILLI = 1_000_000;
    private static final double CORES = 0.02;

    private long now = START;
    private int samples;

    /// @param cpuMillis CPU time used by the milliseconds since the start
    private LastRest rest(LongUnaryOperator cpuMillis) throws Exception {
        return LastRest.of(
                () -> cpuMillis.applyAsLong((now - START) / MILLI) * MILLI,
                CORES,
                () -> samples++,
                () -> now,
                (_, nanos) -> now += nanos);
    }

    /// @param idleFrom in ms since the start, the first of the idle second; `end` of the rest
    private static LastRest idle(long idleFrom, long end) {
        return new LastRest(
                new Window(START + idleFrom * MILLI, START + (idleFrom + 1_000) * MILLI),
                START + end * MILLI);
    }

    @Test
    void an_idle_server_is_observed_for_a_second() throws Exception {
        assertThat(rest(_ -> 400)).isEqualTo(idle(500, 1_500));
        assertThat(samples).as("at both ends of the second").isEqualTo(2);
    }

    /// In its third second half of the work is done.
    @Test
    void late_work_is_awaited() throws Exception {
        assertThat(rest(t -> Math.min(t, 3_000))).isEqualTo(idle(3_500, 4_500));
    }

    /// 2 % and 3 % of a processor.
    @Test
    void a_server_that_is_always_busy_rests_for_ten_seconds_and_a_half() throws Exception {
        assertThat(rest(t -> t / 50)).isEqualTo(idle(500, 1_500));
        now = START;
        assertThat(rest(t -> t * 3 / 100)).isEqualTo(idle(500, 10_500));
    }

    /// Half of a processor, and a tenth from 4.5 to 5.5 s.
    @Test
    void its_second_with_the_least_cpu_time_is_the_idle_one() throws Exception {
        LongUnaryOperator cpu =
                t -> {
                    long slow = Math.clamp(t - 4_500, 0, 1_000);
                    return (t - slow) / 2 + slow / 10;
                };
        assertThat(rest(cpu)).isEqualTo(idle(4_500, 10_500));
        assertThat(samples).isEqualTo(11);
    }

    @Test
    void a_server_that_ends_in_it_has_no_rest() {
        assertThatThrownBy(() ->
                        LastRest.of(
                                () -> 0,
                                CORES,
                                () -> samples++,
                                () -> now,
                                (phase, nanos) -> {
                                    now += nanos;
                                    if (now - START > 1_000 * MILLI) {
                                        throw new ServerFailed(phase, "the server ended");
                                    }
                                }))
                .isInstanceOf(ServerFailed.class)
                .hasMessage("the server ended");
        assertThat(samples).isEqualTo(1);
    }
}

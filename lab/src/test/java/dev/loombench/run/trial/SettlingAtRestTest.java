package dev.loombench.run.trial;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;

/// A simulated server whose CPU time is known at every time.
class SettlingAtRestTest {
    private static final long START = 7_000_000_000L;
    private static final long MILLI = 1_000_000;

    private long now = START;

    /// @param cpuMillis CPU time used by the milliseconds since the start
    /// @return the length of the rest
    private Duration rest(LongUnaryOperator cpuMillis) throws Exception {
        new SettlingAtRest(() -> now, (_, nanos) -> now += nanos)
                .run(() -> cpuMillis.applyAsLong((now - START) / MILLI) * MILLI, (_, _, _) -> {});
        return Duration.ofNanos(now - START);
    }

    @Test
    void an_idle_server_is_checked_once() throws Exception {
        assertThat(rest(_ -> 400)).isEqualTo(Duration.ofMillis(250));
    }

    /// Its compilers use a whole processor for 1.1 s.
    @Test
    void a_server_that_compiles_is_awaited() throws Exception {
        assertThat(rest(t -> Math.min(t, 1_100))).isEqualTo(Duration.ofMillis(1_500));
    }

    /// 4 % and 6 % of a processor.
    @Test
    void background_work_below_the_limit_is_not_awaited() throws Exception {
        assertThat(rest(t -> 4 * t / 100)).isEqualTo(Duration.ofMillis(250));
        now = START;
        assertThat(rest(t -> 6 * t / 100)).isEqualTo(Duration.ofSeconds(5));
    }

    /// A pause that lasts longer than requested is part of the time over which CPU is checked.
    @Test
    void a_late_sample_is_checked_over_its_own_time() throws Exception {
        var late =
                new SettlingAtRest(
                        () -> now, (_, nanos) -> now += nanos + (now == START ? 750 : 0) * MILLI);
        late.run(() -> Math.min(40, (now - START) / MILLI) * MILLI, (_, _, _) -> {});
        assertThat(Duration.ofNanos(now - START)).isEqualTo(Duration.ofSeconds(1));
    }
}

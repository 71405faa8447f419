package dev.loombench.run.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.result.WorkAfterLoad;
import java.time.Duration;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;

/// A simulated server whose CPU time is known at every time; it used one processor under load, so
/// that it is idle below a fiftieth.
class RestAfterLoadTest {
    private static final long START = 7_000_000_000L;
    private static final long MILLI = 1_000_000;

    private long now = START;

    /// @param cpuMillis CPU time used by the milliseconds since the end of the load
    private WorkAfterLoad rest(double processors, LongUnaryOperator cpuMillis) throws Exception {
        return rest(processors, WorkAfterLoad.SHORTEST, cpuMillis);
    }

    private WorkAfterLoad rest(double processors, Duration idle, LongUnaryOperator cpuMillis)
            throws Exception {
        now = START;
        return new RestAfterLoad(() -> now, (_, nanos) -> now += nanos)
                .run(
                        () -> cpuMillis.applyAsLong((now - START) / MILLI) * MILLI,
                        processors,
                        idle,
                        (_, _, _) -> {});
    }

    private static WorkAfterLoad work(
            double processors, long busyMillis, long cpuMillis, boolean ended) {
        long observed = ended ? busyMillis + 500 : busyMillis;
        return work(processors, busyMillis, cpuMillis, ended, 0, observed);
    }

    private static WorkAfterLoad work(
            double processors,
            long busyMillis,
            long cpuMillis,
            boolean ended,
            long beganMillis,
            long observedMillis) {
        return new WorkAfterLoad(
                processors,
                busyMillis * MILLI,
                cpuMillis * MILLI,
                ended,
                beganMillis * MILLI,
                observedMillis * MILLI);
    }

    @Test
    void an_idle_server_is_observed_for_half_a_second() throws Exception {
        assertThat(rest(1, _ -> 400)).isEqualTo(work(1, 0, 0, true));
        assertThat(now - START).isEqualTo(500 * MILLI);
    }

    /// 2 % of the load, and 1 % of a processor where that is more.
    @Test
    void background_work_below_the_limit_is_that_of_an_idle_server() throws Exception {
        assertThat(rest(1, t -> t / 50)).isEqualTo(work(1, 0, 0, true));
        assertThat(rest(1, t -> 3 * t / 100)).isEqualTo(work(1, 5_500, 165, false));
        assertThat(rest(0.1, t -> t / 100)).isEqualTo(work(0.1, 0, 0, true));
        assertThat(rest(0.1, t -> t / 50)).isEqualTo(work(0.1, 5_500, 110, false));
    }

    /// It ends in the third half second.
    @Test
    void work_that_ends_is_awaited() throws Exception {
        assertThat(rest(1, t -> Math.min(t, 1_100))).isEqualTo(work(1, 1_500, 1_100, true));
        assertThat(now - START).isEqualTo(2_000 * MILLI);
    }

    /// Each 300 ms, 30 ms at once, until 1.2 s.
    @Test
    void work_in_batches_is_work_until_the_last_one() throws Exception {
        assertThat(rest(1, t -> 30 * Math.min(t / 300, 4))).isEqualTo(work(1, 1_500, 120, true));
    }

    /// A batch of 400 ms of CPU time at 3.2 s, half a second long, after 30 ms for the last
    /// responses.
    @Test
    void work_that_begins_late_is_awaited_for_as_long_as_asked() throws Exception {
        LongUnaryOperator batch = t -> Math.clamp((t - 3_200) * 4 / 5, 0, 400);
        assertThat(rest(1, Duration.ofSeconds(4), batch))
                .isEqualTo(work(1, 4_000, 400, true, 3_000, 4_500));
        assertThat(rest(1, Duration.ofSeconds(4), t -> Math.min(t, 30) + batch.applyAsLong(t)))
                .isEqualTo(work(1, 4_000, 430, true, 3_000, 4_500));
        assertThat(rest(1, Duration.ofSeconds(3), batch)).isEqualTo(work(1, 0, 0, true, 0, 3_000));
        assertThat(rest(1, Duration.ofSeconds(3), t -> Math.min(t, 30)))
                .isEqualTo(work(1, 500, 30, true, 0, 3_000));
        assertThat(rest(1, Duration.ofSeconds(60), _ -> 0))
                .isEqualTo(work(1, 0, 0, true, 0, 5_500));
    }
}

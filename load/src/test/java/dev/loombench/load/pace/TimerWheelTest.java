package dev.loombench.load.pace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TimerWheelTest {
    private static final long TICK = 1L << TimerWheel.TICK_SHIFT;
    private static final long TURN = 1024 * TICK;

    /// A clock that does not start at 0, as the monotonic clock does not.
    private static final long START = -5_000_000_000_000L;

    private final List<Integer> expired = new ArrayList<>();
    private final TimerWheel wheel = new TimerWheel(8, START);

    @Test
    void a_deadline_expires_at_its_exact_time() {
        wheel.arm(3, START + 10 * TICK + 5);
        advance(10 * TICK + 4);
        assertThat(expired).isEmpty();
        advance(10 * TICK + 5);
        assertThat(expired).containsExactly(3);
        advance(50 * TICK);
        assertThat(expired).containsExactly(3);
    }

    @Test
    void a_deadline_beyond_one_rotation_of_the_wheel_waits_for_its_rotation() {
        wheel.arm(0, START + 3 * TURN + 7 * TICK);
        for (long t = 0; t < 3 * TURN + 7 * TICK; t += 100 * TICK) {
            advance(t);
        }
        assertThat(expired).isEmpty();
        advance(3 * TURN + 7 * TICK);
        assertThat(expired).containsExactly(0);
    }

    @Test
    void a_deadline_can_be_postponed_brought_forward_and_cancelled() {
        wheel.arm(1, START + 5 * TICK);
        wheel.arm(1, START + 9 * TICK);
        wheel.arm(2, START + 9 * TICK);
        wheel.arm(2, START + 2 * TICK);
        wheel.arm(3, START + 3 * TICK);
        wheel.cancel(3);
        advance(8 * TICK);
        assertThat(expired).containsExactly(2);
        advance(9 * TICK);
        assertThat(expired).containsExactly(2, 1);
    }

    @Test
    void a_clock_jump_over_many_rotations_misses_no_deadline() {
        for (int id = 0; id < 8; id++) {
            wheel.arm(id, START + id * 900L * TICK + 1);
        }
        advance(20 * TURN);
        assertThat(expired).containsExactlyInAnyOrder(0, 1, 2, 3, 4, 5, 6, 7);
    }

    @Test
    void a_timer_armed_while_it_expires_expires_once_more() {
        wheel.arm(0, START + TICK);
        wheel.advance(
                START + TICK,
                (id, now) -> {
                    expired.add(id);
                    wheel.arm(id, now + 1);
                });
        assertThat(expired).containsExactly(0);
        advance(TICK + 1);
        assertThat(expired).containsExactly(0, 0);
    }

    @Test
    void the_time_until_the_next_deadline_is_exact() {
        assertThat(wheel.nanosUntilNext(START)).isEqualTo(Long.MAX_VALUE);
        wheel.arm(4, START + 70 * TICK);
        wheel.arm(5, START + 70 * TICK + 9);
        assertThat(wheel.nanosUntilNext(START + TICK / 2)).isEqualTo(70 * TICK - TICK / 2);
        advance(69 * TICK);
        assertThat(wheel.nanosUntilNext(START + 69 * TICK)).isEqualTo(TICK);
        advance(70 * TICK);
        assertThat(expired).containsExactly(4);
        assertThat(wheel.nanosUntilNext(START + 70 * TICK)).isEqualTo(9);
        expired.clear();
        wheel.arm(4, START + 70 * TICK + 4);
        assertThat(wheel.nanosUntilNext(START + 70 * TICK)).isEqualTo(4);
        advance(70 * TICK + 4);
        assertThat(expired).containsExactly(4);
        advance(70 * TICK + 9);
        assertThat(expired).containsExactly(4, 5);
        assertThat(wheel.nanosUntilNext(START + 70 * TICK + 9)).isEqualTo(Long.MAX_VALUE);
    }

    /// As of the time-out of a request that was answered.
    @Test
    void a_wait_does_not_end_where_a_deadline_was_before() {
        wheel.arm(0, START + 5 * TICK);
        wheel.arm(0, START + 9 * TICK + 3);
        wheel.arm(1, START + 6 * TICK);
        wheel.cancel(1);
        wheel.arm(2, START + 12 * TICK);
        assertThat(wheel.nanosUntilNext(START)).isEqualTo(9 * TICK + 3);
        advance(9 * TICK + 3);
        assertThat(expired).containsExactly(0);
        assertThat(wheel.nanosUntilNext(START + 9 * TICK + 3)).isEqualTo(3 * TICK - 3);
        wheel.cancel(2);
        assertThat(wheel.nanosUntilNext(START + 9 * TICK + 3)).isEqualTo(Long.MAX_VALUE);
    }

    /// Time-outs of 10 s of requests that are sent 1 ms apart on a connection each: one wait in 64
    /// ticks ends for them, not one in each.
    @Test
    void deadlines_beyond_the_rotation_end_few_waits() {
        var far = new TimerWheel(500, START);
        for (int id = 0; id < 500; id++) {
            far.advance(START + id * TICK, (timer, _) -> expired.add(timer));
            far.arm(id, START + (id + 10_000L) * TICK);
        }
        int waits = 0;
        long now = START + 500 * TICK;
        while (now < START + 2 * TURN) {
            now += Math.clamp(far.nanosUntilNext(now), 1, 10 * TICK);
            waits++;
            far.advance(now, (timer, _) -> expired.add(timer));
        }
        assertThat(expired).isEmpty();
        assertThat(waits).as("of 10 ticks, and one more in 64").isLessThan(200);
    }

    /// The wait ends at the start of the tick, and within the tick at each deadline.
    @Test
    void a_crowded_tick_is_searched_once_it_has_come() {
        var crowded = new TimerWheel(40, START);
        for (int id = 0; id < 40; id++) {
            crowded.arm(id, START + 5 * TICK + 1_000 + 10L * id);
        }
        assertThat(crowded.nanosUntilNext(START)).isEqualTo(5 * TICK);
        long now = START + 5 * TICK;
        crowded.advance(now, (id, _) -> expired.add(id));
        assertThat(expired).isEmpty();
        assertThat(crowded.nanosUntilNext(now)).isEqualTo(1_000);
        for (int id = 0; id < 40; id++) {
            now += crowded.nanosUntilNext(now);
            assertThat(now).isEqualTo(START + 5 * TICK + 1_000 + 10L * id);
            crowded.advance(now, (timer, _) -> expired.add(timer));
            assertThat(expired).hasSize(id + 1);
        }
    }

    @Test
    void the_wheel_agrees_with_a_plain_list_of_deadlines() {
        var random = new Random(1);
        var plain = new long[8];
        long now = START;
        for (int step = 0; step < 20_000; step++) {
            int id = random.nextInt(8);
            if (plain[id] == 0) {
                plain[id] = now + random.nextLong(4 * TURN);
                wheel.arm(id, plain[id]);
            } else if (random.nextInt(10) == 0) {
                plain[id] = 0;
                wheel.cancel(id);
            }
            now += random.nextLong(50 * TICK);
            expired.clear();
            wheel.advance(now, (timer, _) -> expired.add(timer));
            long wait = wheel.nanosUntilNext(now);
            for (int i = 0; i < 8; i++) {
                assertThat(expired.contains(i)).isEqualTo(plain[i] != 0 && plain[i] <= now);
                plain[i] = expired.contains(i) ? 0 : plain[i];
                assertThat(wait).isLessThanOrEqualTo(plain[i] == 0 ? wait : plain[i] - now);
            }
        }
    }

    private void advance(long sinceStart) {
        wheel.advance(START + sinceStart, (id, _) -> expired.add(id));
    }
}

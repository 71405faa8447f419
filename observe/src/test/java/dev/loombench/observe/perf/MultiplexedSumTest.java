package dev.loombench.observe.perf;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.observe.perf.PerfCalls.Count;
import org.junit.jupiter.api.Test;

class MultiplexedSumTest {
    private final MultiplexedSum sum = new MultiplexedSum();

    @Test
    void an_event_that_was_always_counted_is_not_scaled() {
        assertThat(sum.update(new Count(100, 10, 10))).isEqualTo(100);
        assertThat(sum.update(new Count(250, 30, 30))).isEqualTo(250);
        assertThat(sum.countedShare()).isEqualTo(1);
    }

    /// 100, and 150 in 5 of 20 ns: 600.
    @Test
    void each_growth_is_scaled_by_its_own_time() {
        sum.update(new Count(100, 10, 10));
        assertThat(sum.update(new Count(250, 30, 15))).isEqualTo(700);
        assertThat(sum.countedShare()).isEqualTo(0.5);
    }

    /// 10 ns without a count, then 50 in 10 of further 10 ns: 50 * 20 / 10.
    @Test
    void a_period_without_a_count_is_added_to_the_next() {
        sum.update(new Count(100, 10, 10));
        assertThat(sum.update(new Count(100, 20, 10))).isEqualTo(100);
        assertThat(sum.update(new Count(150, 30, 20))).isEqualTo(200);
    }

    /// The process ran for 30 ns, and others had the counter all the time.
    @Test
    void an_event_that_never_had_a_counter_was_not_counted() {
        sum.update(new Count(0, 10, 0));
        assertThat(sum.update(new Count(0, 30, 0))).isZero();
        assertThat(sum.countedShare()).isZero();
    }

    /// 10 of 40 ns.
    @Test
    void the_time_after_the_last_count_is_in_the_share() {
        sum.update(new Count(100, 10, 10));
        sum.update(new Count(100, 40, 10));
        assertThat(sum.countedShare()).isEqualTo(0.25);
    }

    @Test
    void a_process_that_never_ran_has_no_events() {
        assertThat(sum.update(new Count(0, 0, 0))).isZero();
        assertThat(sum.countedShare()).isEqualTo(1);
    }
}

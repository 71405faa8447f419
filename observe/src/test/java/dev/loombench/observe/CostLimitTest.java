package dev.loombench.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class CostLimitTest {
    @Test
    void a_reading_is_due_after_a_thousand_times_the_time_of_the_last_one() {
        var now = new AtomicLong(-5);
        var limit = new CostLimit(now::get);
        assertThat(limit.isDue()).isTrue();
        limit.spent(7);
        now.addAndGet(6_999);
        assertThat(limit.isDue()).isFalse();
        now.addAndGet(1);
        assertThat(limit.isDue()).isTrue();
    }
}

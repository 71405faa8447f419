package dev.loombench.observe.jvm.figure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class SchedulerStateTest {
    @Test
    void the_scheduler_is_read_from_its_pool() {
        var text =
                """
                java.util.concurrent.ForkJoinPool@6e39d394[Running, parallelism = 2, size = 3, active = 1, running = 0, steals = 1080, tasks = 4, submissions = 5, delayed = 20]
                """;
        assertThat(SchedulerState.parse(text))
                .contains(new SchedulerState(2, 3, OptionalLong.of(1), OptionalLong.of(9)));
    }

    @Test
    void another_scheduler_is_unknown() {
        assertThat(SchedulerState.parse("com.example.Scheduler@1")).isEqualTo(Optional.empty());
    }
}

package dev.loombench.observe.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class DiagnosticCommandsTest {
    @Test
    void a_command_has_the_name_of_its_operation() {
        assertThat(DiagnosticCommands.operation("Thread.print")).isEqualTo("threadPrint");
        assertThat(DiagnosticCommands.operation("GC.class_histogram"))
                .isEqualTo("gcClassHistogram");
        assertThat(DiagnosticCommands.operation("VM.flags")).isEqualTo("vmFlags");
    }

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

    @Test
    void a_limit_of_zero_is_none() {
        var flags =
                """
                 uint64_t MaxDirectMemorySize                      = 0          {product} {default}
                   size_t MaxHeapSize                              = 67108864   {product} {command line}
                """;
        assertThat(DiagnosticCommands.limit(flags, "MaxDirectMemorySize")).isEmpty();
        assertThat(DiagnosticCommands.limit(flags, "MaxHeapSize")).hasValue(67_108_864);
        assertThat(DiagnosticCommands.limit(flags, "HeapSize")).isEmpty();
    }
}

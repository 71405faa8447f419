package dev.loombench.observe.perf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.loombench.observe.result.MetricId;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PerfCallsIT {
    private static final int SELF = 0;
    private static final int NAPS = 20;

    @BeforeEach
    void assumeSupport() {
        var refusal = PerfSupport.ofThisMachine().refusal(MetricId.COUNTED_SWITCHES);
        assumeTrue(refusal.isEmpty(), () -> refusal.map(PerfRefusal::message).orElse(""));
    }

    /// The reason why such events are not counted where the kernel permits user mode only.
    @Test
    void context_switches_are_missing_in_a_count_of_user_mode() throws InterruptedException {
        try (var calls = new PerfCalls()) {
            int all = calls.open(PerfEvent.CONTEXT_SWITCHES, SELF, false);
            int userOnly = calls.open(PerfEvent.CONTEXT_SWITCHES, SELF, true);
            for (int i = 0; i < NAPS; i++) {
                Thread.sleep(1);
            }
            assertThat(calls.read(all).value()).isGreaterThanOrEqualTo(NAPS);
            assertThat(calls.read(userOnly).value()).isZero();
            calls.close(all);
            calls.close(userOnly);
        }
    }

    @Test
    void cpu_time_in_user_mode_is_all_cpu_time() {
        try (var calls = new PerfCalls()) {
            int userOnly = calls.open(PerfEvent.TASK_CLOCK, SELF, true);
            int all = calls.open(PerfEvent.TASK_CLOCK, SELF, false);
            while (calls.read(all).value() < 20_000_000) {
                Thread.onSpinWait();
            }
            assertThat(calls.read(userOnly).value()).isGreaterThanOrEqualTo(20_000_000);
            calls.close(all);
            calls.close(userOnly);
        }
    }

    @Test
    void a_thread_that_does_not_exist_is_an_error() {
        try (var calls = new PerfCalls()) {
            // Above the highest id that Linux gives out, 2^22.
            assertThat(calls.open(PerfEvent.TASK_CLOCK, 99_999_999, false))
                    .isEqualTo(-PerfRefusal.ESRCH);
        }
    }
}

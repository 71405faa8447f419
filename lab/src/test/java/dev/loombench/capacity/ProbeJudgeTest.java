package dev.loombench.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.analysis.validity.generator.GeneratorStarved;
import dev.loombench.analysis.validity.machine.CpuContentionDuring;
import dev.loombench.analysis.validity.machine.ProcessorFinding.CpuThrottled;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProbeJudgeTest {
    /// In a window of 6 s on two processors.
    private static boolean isDisturbance(double others, double stolen, String... backends) {
        return isDisturbance(12, others, stolen, backends);
    }

    private static boolean isDisturbance(
            double processorSeconds, double others, double stolen, String... backends) {
        return ProbeJudge.machineBusy(
                new CpuContentionDuring(List.of("a"), others, stolen, List.of(backends)),
                processorSeconds);
    }

    /// A database of the run on the same machine uses more of it the higher the rate is.
    @Test
    void the_backends_of_a_search_do_not_disturb_it() {
        assertThat(isDisturbance(0.4, 0, "db")).isFalse();
        assertThat(isDisturbance(0.4, 0)).isTrue();
        assertThat(isDisturbance(0.4, 0.03, "db")).as("the hypervisor").isTrue();
    }

    /// Of 100 ms on two processors, a tick of 10 ms is 5 %: what is counted as 40 % busy in five
    /// sums may be 15 %, and 7 % stolen may be 2 %.
    @Test
    void a_window_that_was_cut_short_is_disturbed_beyond_the_ticks_of_the_kernel() {
        assertThat(isDisturbance(0.2, 0.39, 0)).isFalse();
        assertThat(isDisturbance(0.2, 0.41, 0)).isTrue();
        assertThat(isDisturbance(0.2, 0, 0.06)).isFalse();
        assertThat(isDisturbance(0.2, 0, 0.08)).isTrue();
        assertThat(isDisturbance(0.2, 0.5, 0.06, "db")).as("a tick beside a backend").isFalse();
        assertThat(isDisturbance(12, 0.16, 0)).as("a window of 6 s").isTrue();
    }

    /// A limiter refuses as many requests on a quiet machine, unless they come in bursts: after the
    /// generator waited for a processor, or after a pause of the server.
    @Test
    void other_processes_do_not_explain_refused_requests_that_came_evenly() {
        var busy = new CpuContentionDuring(List.of("a"), 0.4, 0, List.of());
        var starved = new GeneratorStarved("a", 0.2, 3, true);
        var throttled = new CpuThrottled(List.of("a"), 0.1);
        assertThat(ProbeJudge.of(List.of(busy), 12, false)).isPresent();
        assertThat(ProbeJudge.of(List.of(busy), 12, true)).isEmpty();
        assertThat(ProbeJudge.of(List.of(starved, busy), 12, true)).isPresent();
        assertThat(ProbeJudge.of(List.of(busy, throttled), 12, true))
                .hasValue(new ProbeJudge.Disturbance(false, throttled));
    }
}

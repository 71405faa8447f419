package dev.loombench.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.analysis.validity.machine.CpuContentionDuring;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProbeJudgeTest {
    private static boolean isDisturbance(double others, double stolen, String... backends) {
        return ProbeJudge.machineBusy(
                new CpuContentionDuring(List.of("a"), others, stolen, List.of(backends)));
    }

    /// A database of the run on the same machine uses more of it the higher the rate is.
    @Test
    void the_backends_of_a_search_do_not_disturb_it() {
        assertThat(isDisturbance(0.4, 0, "db")).isFalse();
        assertThat(isDisturbance(0.4, 0)).isTrue();
        assertThat(isDisturbance(0.4, 0.03, "db")).as("the hypervisor").isTrue();
    }
}

package dev.loombench.run.remote;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.experiment.TrialMode;
import dev.loombench.result.Interleaving;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class AgentMachineTest {
    /// A slice of 100 ms, the shortest, is then measured to within a twentieth.
    @Test
    void the_clock_is_known_better_where_trials_are_interleaved() {
        var error = AgentMachine.maxClockError(TrialMode.INTERLEAVED);
        assertThat(error).isEqualTo(Duration.ofMillis(5));
        assertThat(error.multipliedBy(20)).isEqualTo(Interleaving.MIN_SLICE);
        assertThat(AgentMachine.maxClockError(TrialMode.SEQUENTIAL))
                .isEqualTo(Duration.ofMillis(50));
    }
}

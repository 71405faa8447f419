package dev.loombench.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.run.backend.AgentLost;
import java.util.List;
import org.junit.jupiter.api.Test;

class AgentLoadTest {
    private static final RuntimeException LOST = new AgentLost("the agent 10.0.0.3:7800 left");
    private static final RuntimeException ENDED =
            new IllegalStateException("agent 10.0.0.2:7800: load 0 is not prepared");

    /// The first agent has ended its load because the second one is lost, and cannot pause it.
    @Test
    void the_loss_of_an_agent_is_the_cause_of_what_fails_on_the_others() {
        assertThat(AgentLoad.cause(List.of(ENDED, LOST))).contains(LOST);
        assertThat(AgentLoad.cause(List.of(LOST, ENDED))).contains(LOST);
    }

    @Test
    void a_failure_without_a_loss_is_a_cause_itself() {
        assertThat(AgentLoad.cause(List.of(ENDED))).contains(ENDED);
        assertThat(AgentLoad.cause(List.of())).isEmpty();
    }
}

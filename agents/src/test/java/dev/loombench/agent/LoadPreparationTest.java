package dev.loombench.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.run.backend.AgentLost;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class LoadPreparationTest {
    private final CompletableFuture<Void> first = new CompletableFuture<>();
    private final CompletableFuture<Void> second = new CompletableFuture<>();
    private final CompletableFuture<Void> both =
            LoadPreparation.allOrFirstFailure(List.of(first, second));

    @Test
    void a_load_is_prepared_when_all_agents_are() {
        second.complete(null);
        assertThat(both).isNotDone();
        first.complete(null);
        assertThat(both).isCompleted();
    }

    /// The first one ends its load meanwhile, and says nothing more.
    @Test
    void the_loss_of_an_agent_is_known_while_another_one_prepares() {
        var lost = new AgentLost("the agent 10.0.0.3:7800 left");
        second.completeExceptionally(lost);
        assertThat(both.exceptionNow()).isSameAs(lost);
        assertThat(first).isNotDone();
    }

    @Test
    void the_failure_that_came_first_is_the_reason() {
        var lost = new AgentLost("the agent 10.0.0.3:7800 left");
        second.completeExceptionally(lost);
        first.completeExceptionally(new IllegalStateException("load 0 is not prepared"));
        assertThat(both.exceptionNow()).isSameAs(lost);
    }
}

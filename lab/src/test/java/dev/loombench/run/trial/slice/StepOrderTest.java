package dev.loombench.run.trial.slice;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/// Which servers of a block are warmed up at the same time.
class StepOrderTest {
    private static final List<String> MEMBERS = List.of("a", "b");
    private static final List<List<String>> IN_TURN = List.of(List.of("a"), List.of("b"));

    private final StepOrder order = new StepOrder(2);

    @Test
    void the_first_block_is_warmed_up_in_turn() {
        assertThat(order.groups(MEMBERS)).isEqualTo(IN_TURN);
    }

    @Test
    void servers_that_leave_half_of_the_processors_idle_are_warmed_up_at_the_same_time() {
        order.measured(List.of(OptionalDouble.of(0.3), OptionalDouble.of(0.7)));
        assertThat(order.groups(MEMBERS)).containsExactly(MEMBERS);
    }

    @Test
    void servers_that_compute_are_warmed_up_in_turn() {
        order.measured(List.of(OptionalDouble.of(0.3), OptionalDouble.of(0.71)));
        assertThat(order.groups(MEMBERS)).isEqualTo(IN_TURN);
    }

    @Test
    void a_block_without_their_cpu_time_does_not_decide() {
        order.measured(List.of(OptionalDouble.of(0.1), OptionalDouble.empty()));
        assertThat(order.groups(MEMBERS)).isEqualTo(IN_TURN);
        order.measured(List.of(OptionalDouble.of(0.1), OptionalDouble.of(0.1)));
        assertThat(order.groups(MEMBERS)).containsExactly(MEMBERS);
    }

    @Test
    void the_first_block_decides_for_all() {
        order.measured(List.of(OptionalDouble.of(0.1), OptionalDouble.of(1.5)));
        order.measured(List.of(OptionalDouble.of(0.1), OptionalDouble.of(0.1)));
        assertThat(order.groups(MEMBERS)).isEqualTo(IN_TURN);
    }
}

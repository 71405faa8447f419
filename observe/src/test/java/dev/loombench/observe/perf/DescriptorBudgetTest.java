package dev.loombench.observe.perf;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// A limit of 2000 descriptors and two servers with 400 connections each: 256 are for anything
/// else, so 944 are left for counters, also while no connection is open.
class DescriptorBudgetTest {
    private final DescriptorBudget budget = new DescriptorBudget(2_000, 2 * 400);

    @Test
    void counters_take_what_the_connections_of_all_servers_leave() {
        assertThat(budget.left()).isEqualTo(944);
        assertThat(budget.take(472)).isTrue();
        assertThat(budget.left()).isEqualTo(472);
        assertThat(budget.take(472)).isTrue();
        assertThat(budget.left()).isZero();
        assertThat(budget.take(1)).isFalse();
    }

    @Test
    void nothing_is_taken_where_too_few_are_left() {
        assertThat(budget.take(473)).isTrue();
        assertThat(budget.take(473)).isFalse();
        assertThat(budget.left()).isEqualTo(471);
    }

    @Test
    void what_is_given_back_can_be_taken_again() {
        assertThat(budget.take(900)).isTrue();
        budget.giveBack(900);
        assertThat(budget.take(944)).isTrue();
    }

    @Test
    void none_are_left_where_the_connections_need_all() {
        assertThat(new DescriptorBudget(2_000, 2_000).left()).isZero();
        assertThat(new DescriptorBudget(0, 0).take(1)).isFalse();
    }
}

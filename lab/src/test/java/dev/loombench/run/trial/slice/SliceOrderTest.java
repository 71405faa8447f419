package dev.loombench.run.trial.slice;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The division of a window into slices, and their order.
class SliceOrderTest {
    private static final List<String> SERVERS = List.of("a", "b", "c");

    @Test
    void each_round_has_every_server_once() {
        for (var round : SliceOrder.of(SERVERS, 20, 42, 1)) {
            assertThat(round).containsExactlyInAnyOrderElementsOf(SERVERS);
        }
    }

    @Test
    void every_second_round_is_the_reverse_of_the_one_before() {
        var order = SliceOrder.of(SERVERS, 20, 42, 1);
        for (int round = 1; round < 20; round += 2) {
            assertThat(order.get(round)).isEqualTo(order.get(round - 1).reversed());
        }
    }

    @Test
    void blocks_and_seeds_have_orders_of_their_own() {
        var orders = new HashSet<>();
        for (int i = 0; i < 20; i++) {
            orders.add(SliceOrder.of(SERVERS, 20, 42, i));
            orders.add(SliceOrder.of(SERVERS, 20, 43 + i, 1));
        }
        assertThat(orders).hasSize(40);
        assertThat(SliceOrder.of(SERVERS, 20, 42, 1)).isEqualTo(SliceOrder.of(SERVERS, 20, 42, 1));
    }
}

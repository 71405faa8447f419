package dev.loombench.cli.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NextCommandTest {
    /// A whole number of requests per second would be 1, twice the capacity.
    @Test
    void a_rate_below_a_capacity_below_1_is_below_it_too() {
        assertThat(NextCommand.below(0.5)).isEqualTo("0.4");
        assertThat(NextCommand.below(0.0123)).isEqualTo("0.00984");
        assertThat(NextCommand.below(12.5)).isEqualTo("10");
    }

    @Test
    void a_high_rate_is_whole() {
        assertThat(NextCommand.below(341)).isEqualTo("273");
        assertThat(NextCommand.below(1_000)).isEqualTo("800");
    }
}

package dev.loombench.governor.carrier;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BoundsTest {
    @Test
    void the_default_limit_is_256_or_the_present_number_of_a_larger_machine() {
        assertThat(Bounds.defaultMax(2, null)).isEqualTo(256);
        assertThat(Bounds.defaultMax(300, null)).isEqualTo(300);
    }

    @Test
    void a_service_that_limits_its_carriers_keeps_its_limit() {
        assertThat(Bounds.defaultMax(2, 16)).isEqualTo(16);
        assertThat(Bounds.defaultMax(2, 1_000)).isEqualTo(256);
        assertThat(Bounds.defaultMax(32, 16)).isEqualTo(32);
    }
}

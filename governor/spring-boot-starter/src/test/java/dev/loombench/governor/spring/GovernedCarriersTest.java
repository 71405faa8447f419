package dev.loombench.governor.spring;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GovernedCarriersTest {
    @Test
    void the_jdk_starts_with_no_more_carriers_than_their_limit() {
        assertThat(GovernedCarriers.presentCarriers(8, null)).isEqualTo(8);
        assertThat(GovernedCarriers.presentCarriers(8, 256)).isEqualTo(8);
        assertThat(GovernedCarriers.presentCarriers(8, 2)).isEqualTo(2);
    }
}

package dev.loombench.load.http2;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PlacesTest {
    @Test
    void a_load_has_a_limited_number_of_spare_connections() {
        assertThat(Places.connections(1, 1, false)).isEqualTo(9);
        assertThat(Places.connections(10, 10, false)).isEqualTo(20);
        assertThat(Places.connections(1_000, 1_000, false)).isEqualTo(1_064);
        assertThat(Places.connections(10, 10, true)).isEqualTo(10);
        assertThat(Places.connections(10, 11, true)).isEqualTo(20);
    }

    /// Slots 0 and 2 have place 0, slots 1 and 3 place 1; connection 2 is spare.
    @Test
    void a_connection_that_was_replaced_may_take_another_place() {
        var places = new Places(2, 3, 4);
        assertThat(places.mostSlots()).isEqualTo(2);
        assertThat(places.opening(0)).isEqualTo(0);
        assertThat(places.opening(2)).isEqualTo(0);
        assertThat(places.replace(0)).isTrue();
        assertThat(places.replace(1)).isFalse();
        assertThat(places.holder(0)).isEqualTo(0); // its stream goes on
        assertThat(places.opening(2)).isEqualTo(2);
        assertThat(places.global(2, 1)).isEqualTo(2);
        assertThat(places.local(2)).isEqualTo(1);

        places.release(0);
        assertThat(places.holder(0)).isEqualTo(2);
        assertThat(places.replace(1)).isTrue();
        assertThat(places.opening(3)).isEqualTo(0);
        assertThat(places.global(0, 1)).isEqualTo(3);
        assertThat(places.holder(1)).isEqualTo(1);
    }
}

package dev.loombench.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class CarrierWatchTest {
    /// A test whose carriers nobody has watched would pass.
    @Test
    void a_watch_that_ends_by_an_error_is_no_evidence() {
        var watch =
                CarrierWatch.start(
                        () -> {
                            throw new NoClassDefFoundError("of the JVM's end");
                        },
                        Duration.ofMillis(1));
        assertThatThrownBy(watch::end)
                .isInstanceOf(IllegalStateException.class)
                .hasCauseInstanceOf(NoClassDefFoundError.class);
    }

    @Test
    void a_time_that_is_to_be_seen_has_two_ticks() {
        assertThat(CarrierWatch.tick(Duration.ofMillis(50))).hasMillis(25);
        assertThat(CarrierWatch.tick(Duration.ofMillis(100))).hasMillis(50);
        assertThat(CarrierWatch.tick(Duration.ofSeconds(2))).hasMillis(50);
    }
}

package dev.loombench.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class DurationsTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration MINUTE = Duration.ofMinutes(1);

    @Test
    void the_order_of_two_durations_does_not_matter() {
        assertThat(Durations.shorter(SECOND, MINUTE)).isEqualTo(SECOND);
        assertThat(Durations.shorter(MINUTE, SECOND)).isEqualTo(SECOND);
        assertThat(Durations.longer(SECOND, MINUTE)).isEqualTo(MINUTE);
        assertThat(Durations.longer(MINUTE, SECOND)).isEqualTo(MINUTE);
    }
}

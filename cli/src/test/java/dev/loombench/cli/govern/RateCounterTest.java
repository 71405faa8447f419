package dev.loombench.cli.govern;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.cli.govern.RateCounter.Reading;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class RateCounterTest {
    private static final long SECOND = 1_000_000_000;

    private final Reading first = new Reading(7 * SECOND, OptionalLong.of(1_000));

    @Test
    void a_window_has_the_rate_between_its_readings() {
        var later = new Reading(9 * SECOND, OptionalLong.of(1_300));
        assertThat(first.perSecondUntil(later)).isEqualTo(OptionalDouble.of(150));
    }

    /// The executor with most of the tasks has ended: its bean is gone.
    @Test
    void a_count_that_has_become_lower_is_no_rate() {
        var later = new Reading(8 * SECOND, OptionalLong.of(30));
        assertThat(first.perSecondUntil(later)).isEmpty();
    }

    @Test
    void a_count_that_is_not_published_is_not_0() {
        var unknown = new Reading(8 * SECOND, OptionalLong.empty());
        var back = new Reading(9 * SECOND, OptionalLong.of(1_200));
        assertThat(first.perSecondUntil(unknown)).isEmpty();
        assertThat(unknown.perSecondUntil(back)).isEmpty();
    }
}

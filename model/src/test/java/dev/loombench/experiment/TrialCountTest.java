package dev.loombench.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class TrialCountTest {
    private static final TrialCount FOUR_TO_TEN = new TrialCount(4, 10, OptionalDouble.of(0.02));

    /// Before the end there were as many analyses as blocks beyond the minimum.
    @Test
    void a_run_that_the_clock_ended_keeps_the_analyses_that_it_had() {
        assertThat(FOUR_TO_TEN.endedAfter(6))
                .isEqualTo(new TrialCount(4, 6, OptionalDouble.of(0.02)));
        assertThat(FOUR_TO_TEN.endedAfter(6).analyses()).isEqualTo(2);
        assertThat(FOUR_TO_TEN.endedAfter(3).analyses()).isZero();
        assertThat(TrialCount.exactly(5).endedAfter(3)).isEqualTo(TrialCount.exactly(3));
    }

    @Test
    void a_budget_is_above_0_and_stays() {
        var minute = Duration.ofMinutes(1);
        assertThat(FOUR_TO_TEN.within(minute).endedAfter(5).budget())
                .isEqualTo(Optional.of(minute));
        assertThatThrownBy(() -> FOUR_TO_TEN.within(Duration.ZERO))
                .hasMessage("budget must be above 0, was 0s");
    }
}

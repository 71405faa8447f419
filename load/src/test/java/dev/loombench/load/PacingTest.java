package dev.loombench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.loombench.text.WrongInput;
import org.junit.jupiter.api.Test;

class PacingTest {
    private static final long MILLI = 1_000_000;

    @Test
    void pacing_is_exact_while_that_is_cheap() {
        assertThat(Pacing.AUTO.resolve(10, 1)).isEqualTo(Pacing.EXACT);
        assertThat(Pacing.AUTO.resolve(10_000, 1)).isEqualTo(Pacing.EXACT);
        assertThat(Pacing.AUTO.resolve(10_001, 1)).isEqualTo(Pacing.TENTH_MILLI);
    }

    @Test
    void pacing_is_no_finer_than_the_transport() {
        assertThat(Pacing.AUTO.resolve(10, MILLI)).isEqualTo(Pacing.MILLISECOND);
    }

    @Test
    void a_requested_pacing_is_used() {
        assertThat(Pacing.MILLISECOND.resolve(1, 1)).isEqualTo(Pacing.MILLISECOND);
        assertThat(Pacing.EXACT.resolve(1e6, 1)).isEqualTo(Pacing.EXACT);
    }

    @Test
    void ticks_are_not_rounded_twice() {
        assertThat(Pacing.MILLISECOND.tickNanosOver(1)).isEqualTo(MILLI);
        assertThat(Pacing.MILLISECOND.tickNanosOver(MILLI)).isEqualTo(1);
        assertThat(Pacing.EXACT.tickNanosOver(1)).isEqualTo(1);
    }

    @Test
    void names_are_those_of_the_results() {
        for (var pacing : Pacing.values()) {
            if (pacing != Pacing.CLOSED_LOOP) {
                assertThat(Pacing.named(pacing.label())).isEqualTo(pacing);
            }
        }
        assertThatExceptionOfType(WrongInput.class).isThrownBy(() -> Pacing.named("2ms"));
        assertThatExceptionOfType(WrongInput.class).isThrownBy(() -> Pacing.named("closed-loop"));
    }
}

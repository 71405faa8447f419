package dev.loombench.load.pace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.loombench.load.result.LoadResult;
import dev.loombench.text.WrongInput;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PacingTest {
    private static final long MILLI = 1_000_000;
    private static final OptionalLong UNKNOWN = OptionalLong.empty();

    /// A tenth of a processor is 100 ms per second: 20,000 wake-ups of 5 us, 4,000 of 25 us.
    @ParameterizedTest
    @CsvSource({
        "5_000, 20_000, exact",
        "5_000, 20_001, 0.1ms",
        "5_000, 1_000_000, 0.1ms",
        "10_000, 10_000, exact",
        "10_000, 10_001, 0.1ms",
        "10_001, 10_000, 1ms",
        "25_000, 4_000, exact",
        "25_000, 4_001, 1ms",
        "25_000, 10_000, 1ms",
        "25_000, 1_000_000, 1ms"
    })
    void wake_ups_take_at_most_a_tenth_of_a_processor(
            String costNanos, String rate, String pacing) {
        var cost = OptionalLong.of(number(costNanos));
        assertThat(Pacing.AUTO.resolve(number(rate), 1, cost).label()).isEqualTo(pacing);
    }

    private static long number(String text) {
        return Long.parseLong(text.replace("_", ""));
    }

    /// A tick per millisecond would save no wake-up.
    @Test
    void a_thousand_requests_per_second_are_paced_exactly_whatever_a_timer_costs() {
        var dear = OptionalLong.of(MILLI);
        assertThat(Pacing.AUTO.resolve(1_000, 1, dear)).isEqualTo(Pacing.EXACT);
        assertThat(Pacing.AUTO.resolve(1_001, 1, dear)).isEqualTo(Pacing.MILLISECOND);
        assertThat(Pacing.AUTO.dependsOnTimer(1_000, 1)).isFalse();
        assertThat(Pacing.AUTO.dependsOnTimer(1_001, 1)).isTrue();
    }

    @Test
    void where_the_cost_is_unknown_the_rate_decides() {
        assertThat(Pacing.AUTO.resolve(10, 1, UNKNOWN)).isEqualTo(Pacing.EXACT);
        assertThat(Pacing.AUTO.resolve(10_000, 1, UNKNOWN)).isEqualTo(Pacing.EXACT);
        assertThat(Pacing.AUTO.resolve(10_001, 1, UNKNOWN)).isEqualTo(Pacing.TENTH_MILLI);
    }

    @Test
    void pacing_is_no_finer_than_the_transport() {
        assertThat(Pacing.AUTO.resolve(10, MILLI, UNKNOWN)).isEqualTo(Pacing.MILLISECOND);
        assertThat(Pacing.AUTO.dependsOnTimer(1e6, MILLI)).isFalse();
    }

    @Test
    void a_requested_pacing_is_used() {
        var dear = OptionalLong.of(25_000);
        assertThat(Pacing.MILLISECOND.resolve(1, 1, UNKNOWN)).isEqualTo(Pacing.MILLISECOND);
        assertThat(Pacing.EXACT.resolve(1e6, 1, dear)).isEqualTo(Pacing.EXACT);
        assertThat(Pacing.EXACT.dependsOnTimer(1e6, 1)).isFalse();
    }

    @Test
    void ticks_are_not_rounded_twice() {
        assertThat(Pacing.MILLISECOND.tickNanosOver(1)).isEqualTo(MILLI);
        assertThat(Pacing.MILLISECOND.tickNanosOver(MILLI)).isEqualTo(1);
        assertThat(Pacing.EXACT.tickNanosOver(1)).isEqualTo(1);
    }

    @Test
    void the_tick_of_a_result_is_that_of_its_pacing() {
        for (var pacing : Pacing.values()) {
            long tick = pacing.tickNanosOver(0);
            assertThat(generator(pacing).tickNanos()).isEqualTo(tick > 1 ? tick : 0);
        }
    }

    private static LoadResult.Generator generator(Pacing pacing) {
        return new LoadResult.Generator(
                "io_uring",
                "",
                pacing.label(),
                UNKNOWN,
                1,
                0,
                0,
                OptionalLong.of(0),
                OptionalDouble.empty(),
                new Histogram(3),
                LoadResult.Stalls.NONE);
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

package dev.loombench.analysis.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.analysis.capacity.RateProbe.Outcome;
import dev.loombench.analysis.capacity.RateProbe.Purpose;
import dev.loombench.analysis.capacity.objective.Objectives;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HeldWindowTest {
    private static HeldWindow held(double seconds, String... objectives) {
        return HeldWindow.of(
                window(Purpose.HOLD, 900, seconds, Outcome.MET),
                Objectives.parse(List.of(objectives)));
    }

    private static RateProbe window(Purpose purpose, double rate, double seconds, Outcome outcome) {
        long requests = Math.round(rate * seconds);
        return new RateProbe(
                1,
                "v",
                5,
                1,
                purpose,
                rate,
                new RateProbe.Figures(seconds, requests, 0, rate, 10_000_000, 40_000_000),
                outcome == Outcome.MET ? 0.5 : 2,
                outcome,
                Optional.empty());
    }

    /// 1 % of 60 s after a limit of 50 ms: 0.65 s. A Poisson process of a mean distance of 20.03 s
    /// has no event in 60 s with `exp(-60 / 20.03)`, 5 %.
    @Test
    void a_window_shows_pauses_that_alone_violate_a_percentile() {
        var pauses = held(60, "p99<50ms").pauses().orElseThrow();
        assertThat(pauses.seconds()).isCloseTo(0.65, within(1e-9));
        assertThat(pauses.everySeconds()).isCloseTo(20.03, within(0.005));
        assertThat(Math.exp(-60 / pauses.everySeconds())).isCloseTo(0.05, within(1e-9));
        assertThat(held(240, "p99<50ms").pauses().orElseThrow().everySeconds())
                .isCloseTo(4 * pauses.everySeconds(), within(1e-9));
    }

    /// p99.9 allows 0.06 s after 500 ms, p99 0.6 s after 50 ms.
    @Test
    void of_several_percentiles_the_shortest_pause_counts() {
        assertThat(held(60, "p99<50ms", "p99.9<500ms", "errors<0.01%").pauses().orElseThrow())
                .satisfies(p -> assertThat(p.seconds()).isCloseTo(0.56, within(1e-9)));
    }

    /// Half of the responses may be slow: a pause of 30 s.
    @Test
    void nothing_is_said_of_pauses_where_no_percentile_limits_them() {
        assertThat(held(60, "mean<20ms", "errors<0.1%").pauses()).isEmpty();
        assertThat(held(60, "p50<20ms").pauses()).isEmpty();
    }

    @Test
    void the_window_of_a_variant_is_the_long_one_that_held() {
        var objectives = Objectives.parse(List.of("p99<50ms"));
        var windows =
                List.of(
                        window(Purpose.CONFIRM, 980, 6, Outcome.MET),
                        window(Purpose.HOLD, 950, 20, Outcome.OVER),
                        window(Purpose.HOLD, 855, 240, Outcome.MET),
                        window(Purpose.REPEAT, 980, 6, Outcome.MET));
        var lowered = new Capacity.Held(windows.get(2), windows.get(1));
        assertThat(variant(lowered, windows).held(objectives))
                .hasValueSatisfying(held -> {
                    assertThat(held.rate()).isEqualTo(855);
                    assertThat(held.seconds()).isEqualTo(240);
                });
        assertThat(variant(lowered, windows.subList(0, 2)).held(objectives)).isEmpty();
        assertThat(variant(new Capacity.Unknown("it became slower"), windows).held(objectives))
                .isEmpty();
    }

    /// It held for a minute, and not for four.
    @Test
    void a_window_at_a_rate_that_was_violated_later_is_not_the_one_that_held() {
        var objectives = Objectives.parse(List.of("p99<50ms"));
        var windows =
                List.of(
                        window(Purpose.HOLD, 950, 60, Outcome.MET),
                        window(Purpose.HOLD, 950, 240, Outcome.VIOLATED),
                        window(Purpose.HOLD, 95, 480, Outcome.VIOLATED));
        assertThat(variant(new Capacity.NotMet(windows.getLast()), windows).held(objectives))
                .isEmpty();
    }

    private static VariantCapacity variant(Capacity capacity, List<RateProbe> windows) {
        return VariantCapacity.of(
                "v",
                capacity,
                windows,
                Optional.empty(),
                List.of(),
                Optional.empty(),
                Optional.empty());
    }
}

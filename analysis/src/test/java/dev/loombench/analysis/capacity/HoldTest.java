package dev.loombench.analysis.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.SampleCapacity;
import dev.loombench.analysis.capacity.RateProbe.Outcome;
import dev.loombench.stats.Interval;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HoldTest {
    private static Capacity.Estimated estimate(double low) {
        return new Capacity.Estimated(
                1_000, Optional.of(new Interval(low, 1_000, 1_100)), List.of());
    }

    private static RateProbe window(double rate, double burn) {
        return SampleCapacity.probe("v", 5, rate, burn, burn > 1 ? Outcome.VIOLATED : Outcome.MET);
    }

    private static Hold hold(Capacity shortWindows) {
        return Hold.of(shortWindows, 1).orElseThrow();
    }

    @Test
    void it_begins_at_the_lower_end_of_the_interval_unless_that_is_far() {
        assertThat(hold(estimate(950)).next()).hasValue(950);
        assertThat(hold(estimate(400)).next()).hasValue(900);
        assertThat(Hold.of(estimate(950), 2_000).orElseThrow().next()).hasValue(2_000);
    }

    /// The geometric mean of all processes is 758/s, which the slower kind does not hold.
    @Test
    void of_two_kinds_of_processes_it_begins_with_the_slower() {
        var processes =
                List.of(
                        new Capacity.OfProcess(2, 1_000, true),
                        new Capacity.OfProcess(3, 500, true),
                        new Capacity.OfProcess(4, 1_010, true),
                        new Capacity.OfProcess(5, 505, true),
                        new Capacity.OfProcess(6, 990, true));
        var first = hold(Capacity.Estimated.of(processes, List.of())).next().orElseThrow();
        assertThat(first).isBetween(450.0, 500.0);
    }

    @Test
    void a_rate_that_holds_confirms_the_estimate() {
        var hold = hold(estimate(950)).with(window(950, 1));
        assertThat(hold.next()).isEmpty();
        assertThat(hold.of(estimate(950))).isEqualTo(estimate(950));
    }

    @Test
    void it_moves_down_until_a_rate_holds() {
        var hold = hold(estimate(950)).with(window(950, 1.01));
        assertThat(hold.next().orElseThrow()).isCloseTo(855, within(1e-9));
        hold = hold.with(window(855, 2));
        assertThat(hold.next()).hasValue(475);
        var held = hold.with(window(475, 0.5));
        assertThat(held.next()).isEmpty();
        assertThat(held.of(estimate(950)))
                .isEqualTo(new Capacity.Held(window(475, 0.5), window(855, 2)));
    }

    /// 1, 4 and 16 times; not after a violation that may be another's.
    @Test
    void a_rate_below_one_that_was_violated_is_held_four_times_as_long() {
        var hold = hold(estimate(950));
        assertThat(hold.longer()).isEqualTo(1);
        assertThat(hold.with(window(950, 2)).longer()).isEqualTo(4);
        assertThat(hold.with(window(950, 2)).with(window(855, 2)).longer()).isEqualTo(16);
        assertThat(hold.with(window(950, 2)).with(disturbed(855, 2)).longer()).isEqualTo(4);
    }

    /// 6 s at 900/s use 20 times what is allowed, and a minute at 940/s half of it: `(5,400 * 20 +
    /// 56,400 * 0.5) / 61,800` is 2.2 times.
    @Test
    void a_rate_is_held_again_where_windows_below_the_capacity_violate_the_objectives_together() {
        var first = held(940, 0.5);
        var hold = hold(estimate(940)).with(first);
        var doubtful = hold.unlessDoubtful(List.of(window(900, 20), first), estimate(940));
        assertThat(doubtful.next()).hasValue(940);
        assertThat(doubtful.longer()).isEqualTo(4);
        var again = doubtful.with(held(940, 0.9)).unlessDoubtful(List.of(first), estimate(940));
        assertThat(again.next()).as("once").isEmpty();
        assertThat(again.of(estimate(940))).isEqualTo(estimate(940));
    }

    @Test
    void a_rate_that_is_not_held_again_is_violated() {
        var first = held(940, 0.5);
        var lower =
                hold(estimate(940))
                        .with(first)
                        .unlessDoubtful(List.of(window(900, 20), first), estimate(940))
                        .with(window(940, 2));
        assertThat(lower.held()).isEmpty();
        assertThat(lower.next().orElseThrow()).isCloseTo(846, within(1e-9));
        assertThat(lower.longer()).isEqualTo(16);
        assertThat(lower.with(window(846, 0.5)).of(estimate(940)))
                .isEqualTo(new Capacity.Held(window(846, 0.5), window(940, 2)));
        var none = lower.with(window(846, 2)).with(window(470, 2)).with(window(94, 2));
        assertThat(none.next()).isEmpty();
        assertThat(none.of(estimate(940))).isEqualTo(new Capacity.NotMet(window(94, 2)));
        var unknown =
                hold(estimate(940))
                        .with(first)
                        .unlessDoubtful(List.of(window(900, 20), first), estimate(940))
                        .with(disturbed(940, 2));
        assertThat(unknown.next()).isEmpty();
        assertThat(unknown.held()).hasValue(first);
        assertThat(unknown.of(estimate(940))).isEqualTo(estimate(940));
    }

    /// Those above 950/s are near the capacity of 1,000/s, and `(5,400 * 10 + 56,400 * 0.1) /
    /// 61,800` is 0.97.
    @Test
    void windows_that_a_right_capacity_explains_need_no_second_hold() {
        var first = held(940, 0.1);
        var hold = hold(estimate(940)).with(first);
        for (var other :
                List.of(window(960, 20), disturbed(900, 20), window(900, 10), window(900, 0.5))) {
            assertThat(hold.unlessDoubtful(List.of(other, first), estimate(940))).isEqualTo(hold);
        }
        var violated = hold(estimate(940)).with(window(940, 2)).with(held(846, 0.5));
        assertThat(violated.unlessDoubtful(List.of(window(800, 20)), estimate(940)))
                .isEqualTo(violated);
    }

    /// A window of a minute.
    private static RateProbe held(double rate, double burn) {
        var w = window(rate, burn);
        return new RateProbe(
                w.number(),
                w.variant(),
                w.block(),
                w.process(),
                RateProbe.Purpose.HOLD,
                w.rate(),
                new RateProbe.Figures(60, Math.round(60 * rate), 0, rate, 101_000_000, 150_000_000),
                w.burn(),
                w.outcome(),
                w.disturbance());
    }

    @Test
    void where_no_rate_holds_the_objectives_are_not_met() {
        var hold =
                hold(estimate(950))
                        .with(window(950, 2))
                        .with(window(855, 2))
                        .with(window(475, 2))
                        .with(window(95, 2));
        assertThat(hold.next()).isEmpty();
        assertThat(hold.of(estimate(950))).isEqualTo(new Capacity.NotMet(window(95, 2)));
    }

    /// The load generator could offer no more than 5,000/s.
    @Test
    void a_lower_limit_is_held_at_its_rate() {
        var least = new Capacity.AtLeast(5_000, true);
        assertThat(hold(least).next()).hasValue(5_000);
        assertThat(hold(least).with(window(5_000, 0.5)).of(least)).isEqualTo(least);
        var lower = hold(least).with(window(5_000, 2)).with(window(4_500, 0.5));
        assertThat(lower.of(least))
                .isEqualTo(new Capacity.Held(window(4_500, 0.5), window(5_000, 2)));
        var disturbed = hold(least).with(window(5_000, 2)).with(disturbed(4_500, 3));
        assertThat(disturbed.of(least)).isInstanceOf(Capacity.Unknown.class);
    }

    @Test
    void no_rate_is_held_where_short_windows_held_none() {
        assertThat(Hold.of(new Capacity.NotMet(window(1, 2)), 1)).isEmpty();
        assertThat(Hold.of(new Capacity.Unknown("it was not measured"), 1)).isEmpty();
    }

    /// Another process, and not the server, may have violated the objective.
    @Test
    void a_disturbed_violation_says_nothing() {
        var first = hold(estimate(950)).with(disturbed(950, 3));
        assertThat(first.next()).isEmpty();
        assertThat(first.violated()).isEmpty();
        assertThat(first.of(estimate(950))).isEqualTo(estimate(950));
        var second = hold(estimate(950)).with(window(950, 2)).with(disturbed(855, 3));
        assertThat(second.next()).as("half of it").hasValue(475);
        assertThat(second.of(estimate(950))).isEqualTo(estimate(950));
        var held = window(475, 0.5);
        assertThat(second.with(held).of(estimate(950)))
                .isEqualTo(new Capacity.Held(held, window(950, 2)));
    }

    private static RateProbe disturbed(double rate, double burn) {
        var window = window(rate, burn);
        return SampleCapacity.like(window, window.purpose(), Optional.of("cpu-contention-during"));
    }
}

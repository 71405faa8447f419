package dev.loombench.analysis.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.analysis.capacity.CapacityFit.Window;
import java.util.List;
import org.junit.jupiter.api.Test;

class IsotonicLimitsTest {
    private static IsotonicLimits limits(List<Window> windows, double phi) {
        return IsotonicLimits.of(windows, phi, 4, 0.95);
    }

    /// Within the blocks, the squares are 4 · 100² and the means add up to 8,000: phi is 40,000 /
    /// 8,000 · 4 / 2 = 10. The lower block has 100 events and at most 122 with 97.5 %, 0.61 of what
    /// is allowed; the upper one 700, and at least 649, 3.2 times what is allowed.
    @Test
    void rates_with_a_mean_certainly_below_and_above_what_is_allowed_are_limits() {
        var windows =
                List.of(
                        new Window(110, 3.4, 1_000),
                        new Window(90, 0.6, 1_000),
                        new Window(110, 3.6, 1_000),
                        new Window(90, 0.4, 1_000));
        assertThat(limits(windows, 5_000)).isEqualTo(new IsotonicLimits(90, 110));
    }

    /// With two windows between of 0.9 and 1.1, phi is 60,000 / 10,000 · 6 / 3 = 12, and 167 events
    /// are as many as allowed.
    @Test
    void a_rate_that_uses_what_is_allowed_is_between_the_limits() {
        var windows =
                List.of(
                        new Window(90, 0.4, 1_000),
                        new Window(90, 0.6, 1_000),
                        new Window(100, 0.9, 1_000),
                        new Window(100, 1.1, 1_000),
                        new Window(110, 3.4, 1_000),
                        new Window(110, 3.6, 1_000));
        assertThat(limits(windows, 5_000)).isEqualTo(new IsotonicLimits(90, 110));
    }

    /// Up to 90/s is one block with 1,200 events of 3,000 allowed, from 110/s on one with 7,500 of
    /// 2,000. The squares are 200² + 100² + 300² and twice 250²: phi is 265,000 / 8,700 · 5 / 3 =
    /// 50.8, and the limits are 1,791 and 6,339 events. A mean shows nothing of the other end.
    @Test
    void a_mean_over_several_rates_holds_at_the_lowest_and_violates_at_the_highest() {
        var windows =
                List.of(
                        new Window(80, 0.6, 1_000),
                        new Window(80, 0.5, 1_000),
                        new Window(90, 0.1, 1_000),
                        new Window(110, 4, 1_000),
                        new Window(120, 3.5, 1_000));
        assertThat(limits(windows, 5_000)).isEqualTo(new IsotonicLimits(80, 120));
    }

    /// Each is a block. With a dispersion of 10 the 50 events at 90/s are at most 66, and the 350
    /// at 110/s at least 314; with 2,000 none is certain. No rate is shown to hold then: at 120/s
    /// there are at most 14.45 times as many as allowed, and by the square of the rate as many as
    /// allowed at 31.57/s, which is higher than from 80, 90 or 110/s. Where the burn of all windows
    /// grows with the power of 8, it is followed by that of 4.
    @Test
    void without_windows_to_compare_the_dispersion_is_that_of_the_model() {
        var windows =
                List.of(
                        new Window(80, 0.3, 1_000),
                        new Window(90, 0.5, 1_000),
                        new Window(110, 3.5, 1_000),
                        new Window(120, 4, 1_000));
        assertThat(limits(windows, 10)).isEqualTo(new IsotonicLimits(90, 110));
        var open = limits(windows, 2_000);
        assertThat(open.low()).isCloseTo(31.57, within(0.01));
        assertThat(open.high()).isEqualTo(120);
        var steep = IsotonicLimits.of(windows, 2_000, 8, 0.95);
        assertThat(steep.low()).isCloseTo(61.55, within(0.01));
    }

    /// No event is at most -ln 0.025 = 3.689 of them: with a dispersion of 100, what 368.9 requests
    /// allow.
    @Test
    void a_rate_without_slow_responses_holds_from_as_many_requests_on_as_show_it() {
        assertThat(limitsOfNone(369).low()).isEqualTo(50);
        assertThat(limitsOfNone(368).low()).isEqualTo(40);
    }

    private static IsotonicLimits limitsOfNone(double requests) {
        var windows =
                List.of(
                        new Window(40, 0, 1),
                        new Window(50, 1e-12, requests),
                        new Window(100, 2, 10));
        return limits(windows, 100);
    }
}

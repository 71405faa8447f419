package dev.loombench.analysis.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleCapacity;
import dev.loombench.analysis.capacity.RateProbe.Outcome;
import dev.loombench.analysis.capacity.RateProbe.Purpose;
import dev.loombench.analysis.capacity.objective.Objectives;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BeyondTest {
    private static boolean keepsUp(Outcome outcome, double throughput, long medianMillis) {
        return beyond(outcome, 0, throughput, medianMillis).keepsUp();
    }

    /// A window of 10 s with 1,000 arrivals/s and an objective of 200 ms.
    private static Beyond beyond(
            Outcome outcome, long errors, double throughput, long medianMillis) {
        var figures =
                new RateProbe.Figures(
                        10, 10_000, errors, throughput, medianMillis * 1_000_000, 900_000_000);
        var probe =
                new RateProbe(
                        1, "v", 2, 1, Purpose.BEYOND, 1_000, figures, 7, outcome, Optional.empty());
        return Beyond.of(probe, Objectives.parse(List.of("p99<200ms")));
    }

    @Test
    void a_server_that_serves_nearly_all_with_a_short_queue_breaks_gradually() {
        assertThat(keepsUp(Outcome.VIOLATED, 990, 120)).isTrue();
        assertThat(keepsUp(Outcome.VIOLATED, 970, 120)).isFalse();
        assertThat(keepsUp(Outcome.VIOLATED, 990, 950)).isFalse();
        assertThat(keepsUp(Outcome.OVER, 990, 120)).isFalse();
    }

    /// At 1,000/s: the last process may have had a lower capacity than the others.
    @Test
    void a_window_below_the_capacity_or_that_holds_shows_nothing_above_it() {
        assertThat(beyond(Outcome.VIOLATED, 0, 990, 120).breaksAbove(910)).isTrue();
        assertThat(beyond(Outcome.VIOLATED, 0, 990, 120).breaksAbove(1_010)).isFalse();
        assertThat(beyond(Outcome.MET, 0, 990, 120).breaksAbove(910)).isFalse();
    }

    @Test
    void a_disturbed_window_does_not_show_how_the_server_breaks() {
        var disturbed =
                SampleCapacity.like(
                        beyond(Outcome.VIOLATED, 0, 990, 120).probe(),
                        Purpose.BEYOND,
                        Optional.of("cpu-contention-during"));
        assertThat(new Beyond(disturbed, true).breaksAbove(910)).isFalse();
    }

    /// A thousandth of 10,000 requests is 10, and one more may fail.
    @Test
    void a_server_of_which_more_than_one_request_in_a_thousand_fails_refuses() {
        assertThat(beyond(Outcome.VIOLATED, 11, 990, 120).refuses()).isFalse();
        assertThat(beyond(Outcome.VIOLATED, 12, 990, 120).refuses()).isTrue();
    }
}

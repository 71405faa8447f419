package dev.loombench.analysis.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.SampleCapacity;
import dev.loombench.analysis.capacity.RateProbe.Outcome;
import dev.loombench.analysis.capacity.RateProbe.Purpose;
import dev.loombench.analysis.capacity.objective.Objectives;
import dev.loombench.analysis.validity.capacity.CapacityFinding;
import dev.loombench.analysis.validity.capacity.CapacityFinding.BecameFaster;
import dev.loombench.analysis.validity.capacity.CapacityFinding.FlatBurn;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class RateGainTest {
    private static final int BLOCK = 5;

    /// Of two processes, of which the last one holds 800/s.
    private static final Capacity CONFIRMED =
            new Capacity.Estimated(
                    900,
                    Optional.empty(),
                    List.of(
                            new Capacity.OfProcess(BLOCK - 1, 1_000, true),
                            new Capacity.OfProcess(BLOCK, 800, true)));

    private static RateProbe later(double burn) {
        return later(920, burn);
    }

    private static RateProbe later(double rate, double burn) {
        var outcome = burn > 1 ? Outcome.VIOLATED : Outcome.MET;
        return SampleCapacity.like(
                SampleCapacity.probe("v", BLOCK, rate, burn, outcome),
                Purpose.LATER,
                Optional.empty());
    }

    private static List<CapacityFinding> findings(Capacity capacity, RateProbe... probes) {
        return WindowFindings.of(
                VariantCapacity.of(
                        "v",
                        capacity,
                        List.of(probes),
                        Optional.empty(),
                        List.of(),
                        Optional.empty(),
                        Optional.empty()),
                1,
                Objectives.parse(List.of("p99<50ms")));
    }

    /// Windows below and above 800/s.
    private static List<CapacityFit.ProcessWindows> windows(double slope) {
        return List.of(
                new CapacityFit.ProcessWindows(
                        800,
                        List.of(
                                new CapacityFit.Window(760, Math.pow(0.95, slope), 5_000),
                                new CapacityFit.Window(840, Math.pow(1.05, slope), 5_000))));
    }

    private static OptionalDouble rate(Capacity capacity, int block) {
        return rate(capacity, block, 40);
    }

    private static OptionalDouble rate(Capacity capacity, int block, double slope) {
        return RateGain.above(capacity, block, windows(slope), List.of()).stream()
                .mapToDouble(RateGain.Above::rate)
                .findFirst();
    }

    @Test
    void the_rate_is_above_the_capacity_of_the_process_itself() {
        assertThat(rate(CONFIRMED, BLOCK).orElseThrow()).isCloseTo(920, within(1e-9));
        assertThat(rate(CONFIRMED, BLOCK + 1)).isEmpty();
        assertThat(rate(Capacity.Estimated.unconfirmed(900), BLOCK)).isEmpty();
        assertThat(rate(new Capacity.AtLeast(900, true), BLOCK)).isEmpty();
        var limit =
                new Capacity.Estimated(
                        800, Optional.empty(), List.of(new Capacity.OfProcess(BLOCK, 800, false)));
        assertThat(rate(limit, BLOCK)).as("a limit").isEmpty();
    }

    /// `20^(1 / 10)` is 1.349.
    @Test
    void the_rate_is_higher_where_the_burn_rises_little() {
        assertThat(rate(CONFIRMED, BLOCK, 10).orElseThrow()).isCloseTo(800 * 1.3493, within(0.1));
        assertThat(rate(CONFIRMED, BLOCK, 7).orElseThrow())
                .as("20^(1 / 7) = 1.53")
                .isCloseTo(800 * 1.5, within(1e-9));
    }

    /// At 1.5 times the capacity a queue uses far more than is allowed, and a window ends early.
    @Test
    void an_objective_that_hardly_depends_on_the_rate_has_no_capacity() {
        assertThat(findings(CONFIRMED, far(0.95)))
                .containsExactly(new FlatBurn("v", 800, 1_200, 0.95));
        assertThat(findings(CONFIRMED, confirming(1.2), far(1.1)))
                .containsExactly(new FlatBurn("v", 800, 1_200, 1.1));
        assertThat(findings(CONFIRMED, confirming(3), far(2.2))).as("the square of 1.5").isEmpty();
    }

    /// At 1.5 times the capacity of the process it has a queue.
    @Test
    void an_objective_that_half_of_the_rate_uses_as_much_has_no_capacity() {
        var queue = far(9);
        assertThat(findings(CONFIRMED, confirming(0.9), half(0.95), queue))
                .contains(new FlatBurn("v", 800, 400, 0.95));
        assertThat(findings(CONFIRMED, confirming(1.1), half(0.95), queue))
                .as("less than any window at the capacity")
                .noneMatch(FlatBurn.class::isInstance);
        assertThat(findings(CONFIRMED, confirming(0.6), half(0.7), queue))
                .as("a third is left")
                .noneMatch(FlatBurn.class::isInstance);
        assertThat(findings(CONFIRMED, confirming(0.9), half(0.95)))
                .as("slow responses rise quickly with the rate")
                .noneMatch(FlatBurn.class::isInstance);
    }

    /// A window at half of the capacity is held by any server.
    @Test
    void half_of_the_capacity_shows_no_gain() {
        assertThat(findings(CONFIRMED, half(0.1), later(0.5))).isEmpty();
    }

    /// Where slow responses rise quickly at the capacity, by what lower rates used.
    @Test
    void half_of_the_capacity_is_measured_where_low_rates_have_slow_responses() {
        assertThat(half(40, 500, 0.5)).hasValue(400);
        assertThat(half(40, 500, 0.1)).isEmpty();
        assertThat(half(40, 790, 0.5)).as("near the capacity of all, 900/s").isEmpty();
        assertThat(half(7, 500, 0)).hasValue(400);
    }

    private static OptionalDouble half(double slope, double rate, double burn) {
        var probes = List.of(SampleCapacity.probe("v", 1, rate, burn, Outcome.MET));
        return RateGain.above(CONFIRMED, BLOCK, windows(slope), probes).orElseThrow().half();
    }

    /// As of a mean or a median, whose windows differ by some percent.
    @Test
    void an_objective_that_rises_little_and_surely_has_a_capacity() {
        assertThat(findings(CONFIRMED, confirming(1.05), far(1.3))).isEmpty();
    }

    /// A backlog cut the window before a limit of seconds was exceeded.
    @Test
    void a_rate_with_a_backlog_is_above_the_capacity() {
        var cut = far(1.000_001);
        var figures = cut.figures();
        var backlog =
                new RateProbe(
                        cut.number(),
                        cut.variant(),
                        cut.block(),
                        cut.process(),
                        cut.purpose(),
                        cut.rate(),
                        new RateProbe.Figures(
                                3, 3_600, 0, 820, figures.medianNanos(), figures.percentileNanos()),
                        cut.burn(),
                        Outcome.OVER,
                        Optional.empty());
        assertThat(findings(CONFIRMED, confirming(1.2), cut)).hasSize(1);
        assertThat(findings(CONFIRMED, confirming(1.2), backlog)).isEmpty();
    }

    /// The same share of all requests would be slow at any rate, and not a fifth of it.
    @Test
    void a_server_that_hardly_uses_the_objective_at_the_highest_rate_became_faster() {
        assertThat(findings(CONFIRMED, far(0.2), far(0.1)))
                .containsExactly(new BecameFaster("v", 800, 1_200));
        assertThat(findings(CONFIRMED, far(0.2))).as("one").isEmpty();
    }

    /// Of the process with a capacity of 800/s.
    private static RateProbe confirming(double burn) {
        return SampleCapacity.probe("v", BLOCK, 840, burn, Outcome.VIOLATED);
    }

    private static RateProbe far(double burn) {
        return later(1_200, burn);
    }

    private static RateProbe half(double burn) {
        return later(400, burn);
    }

    @Test
    void a_second_window_follows_one_that_held_the_rate() {
        var above = new RateGain.Above(920, false, OptionalDouble.empty());
        assertThat(above.isOpen(List.of())).isTrue();
        assertThat(above.isOpen(List.of(later(0.5)))).isTrue();
        assertThat(above.isOpen(List.of(later(2)))).isFalse();
        assertThat(above.isOpen(List.of(later(0.5), later(0.5)))).isFalse();
    }

    /// A queue of 800/s does not hold 1,200/s for many seconds.
    @Test
    void one_window_at_the_highest_rate_decides_unless_it_is_far_below() {
        var above = new RateGain.Above(1_200, true, OptionalDouble.of(400));
        assertThat(above.isOpen(List.of(far(0.2)))).isTrue();
        assertThat(above.isOpen(List.of(far(0.95)))).isFalse();
        assertThat(RateGain.above(CONFIRMED, BLOCK, windows(7), List.of())).contains(above);
    }

    @Test
    void a_server_became_faster_where_two_windows_held_the_rate() {
        assertThat(findings(CONFIRMED, later(0.5), later(0.9)))
                .containsExactly(new BecameFaster("v", 800, 920));
        assertThat(findings(CONFIRMED, later(0.5))).as("one").isEmpty();
        assertThat(findings(CONFIRMED, later(0.5), later(2))).as("a burst").isEmpty();
    }

    /// A long window showed then that it does not hold the capacity of the short ones.
    @Test
    void a_capacity_that_was_lowered_has_no_gain() {
        var violated = SampleCapacity.probe("v", BLOCK, 800, 2, Outcome.VIOLATED);
        assertThat(findings(new Capacity.NotMet(violated), later(0.5), later(0.5)))
                .noneMatch(BecameFaster.class::isInstance);
    }
}

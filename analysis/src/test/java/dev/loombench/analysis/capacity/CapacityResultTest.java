package dev.loombench.analysis.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.SampleCapacity;
import dev.loombench.analysis.capacity.CapacityResult.Comparison;
import dev.loombench.analysis.capacity.RateProbe.Outcome;
import dev.loombench.analysis.capacity.RateProbe.Purpose;
import dev.loombench.analysis.validity.capacity.CapacityFinding.BimodalProcesses;
import dev.loombench.stats.Interval;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CapacityResultTest {
    private static final Capacity POOL = estimated(100, 104, 109);
    private static final Capacity VIRTUAL = estimated(200, 209, 221);

    /// Three variants have three pairs, each of which may be the best and another.
    @Test
    void the_level_of_a_ratio_is_shared_among_all_pairs() {
        var three = result(POOL, VIRTUAL, estimated(150, 151, 149));
        assertThat(three.ratio(three.variants().getFirst(), three.variants().get(1)))
                .isEqualTo(ratio(POOL, VIRTUAL, 1 - 0.05 / 3))
                .isPresent();
        var two = result(POOL, VIRTUAL);
        assertThat(two.ratio(two.variants().getFirst(), two.variants().get(1)))
                .isEqualTo(ratio(POOL, VIRTUAL, 0.95));
    }

    @Test
    void a_lower_limit_decides_above_the_interval_of_the_other() {
        assertThat(compared(new Capacity.AtLeast(500, true), POOL)).isEqualTo(Comparison.BETTER);
        assertThat(compared(POOL, new Capacity.AtLeast(500, true))).isEqualTo(Comparison.WORSE);
        assertThat(compared(new Capacity.AtLeast(105, true), POOL)).isEqualTo(Comparison.UNDECIDED);
    }

    /// The margin is 3 %, as of every metric.
    @Test
    void a_difference_that_may_be_within_the_margin_is_no_better_capacity() {
        var base = estimated(1_000, 1_001, 999, 1_000);
        assertThat(compared(estimated(1_020, 1_021, 1_019, 1_020), base))
                .isEqualTo(Comparison.EQUIVALENT);
        assertThat(compared(estimated(1_030, 1_031, 1_029, 1_030), base))
                .isEqualTo(Comparison.DIFFERENT);
        assertThat(compared(base, estimated(1_030, 1_031, 1_029, 1_030)))
                .isEqualTo(Comparison.DIFFERENT);
        assertThat(compared(estimated(1_050, 1_051, 1_049, 1_050), base))
                .isEqualTo(Comparison.BETTER);
    }

    /// One process shows no spread.
    @Test
    void a_lower_limit_decides_nothing_about_an_estimate_without_interval() {
        assertThat(compared(new Capacity.AtLeast(500, true), estimated(100)))
                .isEqualTo(Comparison.UNDECIDED);
    }

    /// 700/s was not held for a minute, and lower rates were not tried. 5/s is the lowest rate of a
    /// search.
    @Test
    void a_rate_that_was_not_held_decides_what_is_certainly_not_below_it() {
        var notHeld = new Capacity.NotMet(window(Purpose.HOLD, 700));
        assertThat(compared(estimated(300, 302, 304), notHeld)).isEqualTo(Comparison.UNDECIDED);
        assertThat(compared(estimated(800, 802, 804), notHeld)).isEqualTo(Comparison.BETTER);
        assertThat(compared(notHeld, estimated(800, 802, 804))).isEqualTo(Comparison.WORSE);
        assertThat(compared(estimated(800), notHeld))
                .as("without an interval")
                .isEqualTo(Comparison.UNDECIDED);
        assertThat(compared(new Capacity.AtLeast(700, true), notHeld))
                .as("by an unknown amount")
                .isEqualTo(Comparison.DIFFERENT);
        assertThat(compared(new Capacity.AtLeast(730, true), notHeld)).isEqualTo(Comparison.BETTER);
        var never = new Capacity.NotMet(window(Purpose.BRACKET, 5));
        assertThat(compared(estimated(300), never)).isEqualTo(Comparison.BETTER);
        assertThat(compared(never, notHeld)).isEqualTo(Comparison.UNDECIDED);
    }

    private static RateProbe window(Purpose purpose, double rate) {
        return SampleCapacity.like(
                SampleCapacity.probe("not met", 1, rate, 2, Outcome.VIOLATED),
                purpose,
                Optional.empty());
    }

    /// A window of a minute at 900/s was violated, perhaps by chance: those of some seconds allow
    /// up to 1,100/s.
    @Test
    void one_violated_long_window_is_no_limit_below_the_interval_of_the_short_ones() {
        var bySeconds = Optional.of(new Interval(900, 1_000, 1_100));
        assertThat(comparedWithHeld(1_000, 900, bySeconds)).isEqualTo(Comparison.UNDECIDED);
        assertThat(comparedWithHeld(1_100, 900, bySeconds)).isEqualTo(Comparison.DIFFERENT);
        assertThat(comparedWithHeld(1_150, 900, bySeconds)).isEqualTo(Comparison.BETTER);
        assertThat(comparedWithHeld(1_100, 1_200, bySeconds)).isEqualTo(Comparison.UNDECIDED);
        assertThat(comparedWithHeld(1_200, 1_200, bySeconds)).isEqualTo(Comparison.DIFFERENT);
        assertThat(comparedWithHeld(1_250, 1_200, bySeconds)).isEqualTo(Comparison.BETTER);
        assertThat(comparedWithHeld(5_000, 900, Optional.empty()))
                .as("without an interval")
                .isEqualTo(Comparison.UNDECIDED);
    }

    /// A capacity of at least `least` with one that held 500/s.
    private static Comparison comparedWithHeld(
            double least, double violated, Optional<Interval> shortWindows) {
        var held =
                new Capacity.Held(
                        SampleCapacity.probe("held", 5, 500, 0.5, Outcome.MET),
                        SampleCapacity.probe("held", 5, violated, 2, Outcome.VIOLATED));
        var a = variant("at least", new Capacity.AtLeast(least, true));
        var b =
                variant("held", held)
                        .withShortWindows(
                                shortWindows.map(i ->
                                        new Capacity.Estimated(
                                                i.point(), Optional.of(i), List.of())));
        var sample = SampleCapacity.two();
        return new CapacityResult(
                        sample.manifest(), sample.objectives(), List.of(a, b), List.of(), true)
                .compare(a, b);
    }

    /// Two of five at half of the rate of the others.
    @Test
    void processes_of_two_kinds_have_two_capacities() {
        var of = result(estimated(1_000, 500, 1_010, 505, 990), estimated(700, 702, 699, 701, 698));
        var kinds = of.kinds(of.variants().getFirst()).orElseThrow();
        assertThat(kinds.few()).extracting(Capacity.OfProcess::block).containsExactly(3, 5);
        assertThat(kinds.factor()).isCloseTo(0.5, within(0.01));
        assertThat(of.kinds(of.variants().getLast())).isEmpty();
        assertThat(WindowFindings.ofKinds(of.variants().getFirst(), of.variants(), 0.05))
                .get()
                .isInstanceOfSatisfying(
                        BimodalProcesses.class,
                        f -> {
                            assertThat(f.processes()).isEqualTo(2);
                            assertThat(f.of()).isEqualTo(5);
                        });
        assertThat(compared(estimated(1_000, 500, 1_010, 505, 990), estimated(700, 702, 699, 701)))
                .as("between both levels")
                .isEqualTo(Comparison.UNDECIDED);
    }

    /// A neighbour halves both in the same blocks.
    @Test
    void blocks_that_differ_are_no_kinds_of_processes() {
        var of =
                result(
                        estimated(1_000, 500, 1_010, 505, 990),
                        estimated(2_000, 1_010, 1_990, 1_000, 2_010));
        assertThat(of.kinds(of.variants().getFirst())).isEmpty();
        assertThat(of.compare(of.variants().getLast(), of.variants().getFirst()))
                .isEqualTo(Comparison.BETTER);
    }

    /// Student's interval over all five would begin below 400/s.
    @Test
    void the_interval_of_two_kinds_is_that_of_both() {
        var processes = processes(estimated(1_000, 500, 1_010, 505, 990));
        var interval = CapacityEstimate.ofProcesses(processes, List.of(), 0.95).orElseThrow();
        assertThat(interval.low()).isBetween(450.0, 500.0);
        assertThat(interval.high()).isBetween(1_010.0, 1_100.0);
    }

    private static VariantCapacity variant(String name, Capacity capacity) {
        return VariantCapacity.of(
                name,
                capacity,
                List.of(),
                Optional.empty(),
                List.of(),
                Optional.empty(),
                Optional.empty());
    }

    private static Comparison compared(Capacity a, Capacity b) {
        var result = result(a, b);
        return result.compare(result.variants().getFirst(), result.variants().getLast());
    }

    private static CapacityResult result(Capacity... capacities) {
        var variants =
                Arrays.stream(capacities)
                        .map(c -> variant("variant " + Arrays.asList(capacities).indexOf(c), c))
                        .toList();
        var sample = SampleCapacity.two();
        return new CapacityResult(
                sample.manifest(), sample.objectives(), variants, List.of(), true);
    }

    private static Optional<Interval> ratio(Capacity a, Capacity b, double level) {
        return CapacityEstimate.ratio(
                processes(a), processes(b), CapacityEstimate.studentsLevel(level));
    }

    private static List<Capacity.OfProcess> processes(Capacity capacity) {
        return ((Capacity.Estimated) capacity).processes();
    }

    private static Capacity estimated(double... rates) {
        var all = Arrays.stream(rates).boxed().toList();
        return new Capacity.Estimated(
                CapacityEstimate.point(all),
                CapacityEstimate.interval(all, 0.95),
                Stream.iterate(0, i -> i < rates.length, i -> i + 1)
                        .map(i -> new Capacity.OfProcess(i + 2, rates[i], true))
                        .toList());
    }
}

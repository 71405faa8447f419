package dev.loombench.analysis.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleCapacity;
import dev.loombench.analysis.capacity.RateChange.Repetition;
import dev.loombench.analysis.capacity.RateProbe.Outcome;
import dev.loombench.analysis.capacity.RateProbe.Purpose;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RateChangeTest {
    private static final int BLOCK = 5;

    private static final Capacity CONFIRMED =
            new Capacity.Estimated(
                    1_000, Optional.empty(), List.of(new Capacity.OfProcess(BLOCK, 1_000, true)));

    private static RateProbe window(double rate, double burn) {
        return SampleCapacity.probe(
                "v", BLOCK, rate, burn, burn > 1 ? Outcome.VIOLATED : Outcome.MET);
    }

    @Test
    void a_rate_below_the_capacity_is_measured_again_where_the_process_held_it() {
        var probes = List.of(window(1_040, 3), window(980, 0.5));
        assertThat(RateChange.below(probes, BLOCK, CONFIRMED)).contains(new Repetition(950, 3));
        assertThat(RateChange.below(probes, BLOCK - 1, CONFIRMED)).isEmpty();
        assertThat(RateChange.below(List.of(window(940, 0.5)), BLOCK, CONFIRMED))
                .contains(new Repetition(940, 3));
        assertThat(RateChange.below(List.of(window(940, 1.5)), BLOCK, CONFIRMED)).isEmpty();
        assertThat(RateChange.below(probes, BLOCK, new Capacity.AtLeast(900, false))).isEmpty();
    }

    @Test
    void the_capacity_of_the_bracket_is_less_certain() {
        var bracketed = Capacity.Estimated.unconfirmed(1_000);
        assertThat(RateChange.below(List.of(window(860, 0.5)), BLOCK, bracketed))
                .contains(new Repetition(850, 3));
    }

    /// A burst at the end, or a server that became slower, which does not hold three quarters of
    /// the rate either.
    @Test
    void a_rate_that_held_and_at_last_did_not_is_measured_again_far_below() {
        var held = in(BLOCK, 1, 240, 0.1);
        assertThat(farBelow(held, in(BLOCK, 1, 240, 21))).contains(new Repetition(180, 2));
        assertThat(farBelow(held, in(BLOCK, 1, 260, 21))).contains(new Repetition(180, 2));
        assertThat(farBelow(held, in(BLOCK, 1, 200, 21))).contains(new Repetition(150, 2));
        assertThat(farBelow(held, in(BLOCK, 1, 265, 21))).as("much higher").isEmpty();
        assertThat(farBelow(held, in(BLOCK, 1, 240, 19))).as("not over").isEmpty();
        assertThat(farBelow(held, in(BLOCK, 2, 240, 21))).as("another process").isEmpty();
        assertThat(farBelow(in(BLOCK, 1, 240, 21), held)).as("before").isEmpty();
    }

    private static Optional<Repetition> farBelow(RateProbe... probes) {
        return RateChange.farBelow(List.of(probes), BLOCK);
    }

    @Test
    void two_processes_that_do_not_get_rid_of_their_requests_changed() {
        var held = in(2, 1, 240, 0.1);
        var over = in(2, 1, 241, 99);
        var one = List.of(held, over, in(2, 2, 240, 0.1));
        assertThat(RateChange.of(one)).isEmpty();
        assertThat(change(one, List.of(in(3, 1, 250, 0.1), in(3, 1, 250, 99), in(3, 2, 250, 99))))
                .hasValueSatisfying(c -> assertThat(c.after().block()).isEqualTo(3));
        assertThat(change(one, List.of(in(3, 1, 250, 0.1), in(3, 1, 400, 99), in(3, 2, 250, 99))))
                .as("far above what it held")
                .isEmpty();
        assertThat(change(one, List.of(in(3, 1, 250, 0.1), in(3, 1, 250, 99))))
                .as("the same process to the end")
                .isEmpty();
    }

    @Test
    void a_process_that_is_replaced_after_a_repetition_needs_no_other() {
        var held = in(BLOCK, 1, 240, 0.1);
        var worse = repeated(1, 99);
        assertThat(RateChange.of(List.of(held, worse))).isEmpty();
        assertThat(RateChange.of(List.of(held, worse, repeated(1, 0.1)))).isEmpty();
        assertThat(RateChange.of(List.of(held, worse, repeated(1, 5)))).isPresent();
        assertThat(RateChange.of(List.of(held, worse, repeated(2, 0.1))))
                .contains(new RateChange(held, worse));
    }

    /// All responses are slow, which is twice what a p50 allows, and more and more wait.
    @Test
    void a_backlog_at_a_rate_that_was_held_is_worse_whatever_is_used() {
        var held = in(BLOCK, 1, 240, 0.1);
        var over = SampleCapacity.probe("v", BLOCK, 1, 180, 2, Outcome.OVER);
        var repeated = SampleCapacity.like(over, Purpose.REPEAT, Optional.empty());
        assertThat(RateChange.of(List.of(held, repeated))).isEmpty();
        assertThat(RateChange.of(List.of(held, repeated, repeated))).isPresent();
        assertThat(RateChange.of(List.of(held, repeated(1, 2), repeated(1, 2)))).isEmpty();
    }

    /// Another process, and not the server, may have made it slower.
    @Test
    void disturbed_violations_show_no_change() {
        var held = in(BLOCK, 1, 240, 0.1);
        var worse = repeated(1, 9);
        var disturbed = repeated(1, 9, Optional.of("memory-short"));
        assertThat(RateChange.of(List.of(held, worse, worse))).isPresent();
        assertThat(RateChange.of(List.of(held, worse, disturbed))).isEmpty();
        assertThat(new Repetition(180, 2).isOpen(List.of(disturbed))).isFalse();
        assertThat(farBelow(held, disturbed(in(BLOCK, 1, 240, 21)))).isEmpty();
    }

    private static RateProbe disturbed(RateProbe probe) {
        return SampleCapacity.like(probe, probe.purpose(), Optional.of("memory-short"));
    }

    private static RateProbe repeated(int process, double burn) {
        return repeated(process, burn, Optional.empty());
    }

    private static RateProbe repeated(int process, double burn, Optional<String> disturbance) {
        return SampleCapacity.like(in(BLOCK, process, 180, burn), Purpose.REPEAT, disturbance);
    }

    private static Optional<RateChange> change(List<RateProbe> first, List<RateProbe> second) {
        return RateChange.of(Stream.concat(first.stream(), second.stream()).toList());
    }

    private static RateProbe in(int block, int process, double rate, double burn) {
        var outcome = burn > 20 ? Outcome.OVER : burn > 1 ? Outcome.VIOLATED : Outcome.MET;
        return SampleCapacity.probe("v", block, process, rate, burn, outcome);
    }

    @Test
    void windows_are_measured_until_two_are_worse_or_cannot_be() {
        var held = window(950, 4.9);
        var worse = window(950, 5);
        var three = new Repetition(950, 3);
        assertThat(three.isOpen(List.of())).isTrue();
        assertThat(three.isOpen(List.of(held))).isTrue();
        assertThat(three.isOpen(List.of(held, held))).isFalse();
        assertThat(three.isOpen(List.of(held, worse))).isTrue();
        assertThat(three.isOpen(List.of(worse, worse))).isFalse();
        assertThat(three.isOpen(List.of(worse, held, held))).isFalse();
        var two = new Repetition(950, 2);
        assertThat(two.isOpen(List.of(held))).isFalse();
        assertThat(two.isOpen(List.of(worse))).isTrue();
    }
}

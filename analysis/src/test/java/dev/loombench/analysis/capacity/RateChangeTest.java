package dev.loombench.analysis.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleCapacity;
import dev.loombench.analysis.capacity.RateChange.Repetition;
import dev.loombench.analysis.capacity.RateProbe.Outcome;
import java.util.List;
import java.util.Optional;
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

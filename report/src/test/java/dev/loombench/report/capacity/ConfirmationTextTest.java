package dev.loombench.report.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleCapacity;
import dev.loombench.analysis.capacity.Capacity;
import dev.loombench.analysis.capacity.CapacityResult;
import dev.loombench.analysis.capacity.VariantCapacity;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Whether processes confirmed the capacity that an interrupted search says.
class ConfirmationTextTest {
    /// One of two processes has measured 900/s, and its windows there have a p99 of 400 ms.
    @Test
    void an_interrupted_search_estimates_what_its_figures_may_contradict() {
        var v = SampleCapacity.two().variants().getFirst();
        var one =
                new Capacity.Estimated(
                        900, Optional.empty(), List.of(new Capacity.OfProcess(2, 900, true)));
        var stopped =
                new VariantCapacity(
                        v.variant(),
                        one,
                        v.probes(),
                        v.atCapacity(),
                        v.bound(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of(one));
        assertThat(ConfirmationText.isOpen(stopped, interrupted(stopped))).isTrue();
        assertThat(CapacityText.sentence(stopped, interrupted(stopped)))
                .contains("about 900/s", "1 of 2");
        assertThat(CapacityText.figure(stopped, interrupted(stopped))).isEqualTo("about 900/s");
        assertThat(CapacityText.notes(stopped, interrupted(stopped)))
                .first()
                .asString()
                .contains("400 ms", "200 ms");
        assertThat(CapacityText.atLimit(stopped, interrupted(stopped))).isEmpty();
        assertThat(CapacityText.atLimit(v, SampleCapacity.two())).hasSize(1);
        var two = SampleCapacity.two();
        var other = two.variants().getLast();
        var both =
                new CapacityResult(
                        two.manifest(),
                        two.objectives(),
                        List.of(stopped, other),
                        List.of(),
                        false);
        assertThat(CapacityText.verdict(other, two)).isNotEmpty();
        assertThat(CapacityText.verdict(stopped, both)).isEmpty();
    }

    @Test
    void a_capacity_that_a_long_window_held_stays_confirmed_when_the_search_is_interrupted_later() {
        var held = withoutRecovery(SampleCapacity.holding().variants().getFirst());
        assertThat(ConfirmationText.isOpen(held, interrupted(held))).isFalse();
        assertThat(CapacityText.figure(held, interrupted(held))).isEqualTo("900/s");
    }

    /// Its recovery comes after a long window, of which none was asked for.
    @Test
    void a_capacity_whose_processes_have_all_ended_is_not_open_without_a_long_window() {
        var ended = SampleCapacity.two().variants().getFirst();
        assertThat(ConfirmationText.isOpen(ended, interrupted(ended))).isFalse();
        var stopped = withoutRecovery(ended);
        assertThat(ConfirmationText.isOpen(stopped, interrupted(stopped))).isTrue();
    }

    @Test
    void a_lower_limit_of_an_interrupted_search_lacks_a_long_window() {
        var ended = SampleCapacity.with(new Capacity.AtLeast(900, false));
        var limit = ended.variants().getFirst();
        assertThat(CapacityText.sentence(limit, ended)).doesNotContain("not confirmed");
        assertThat(CapacityText.sentence(limit, interrupted(limit))).contains("not confirmed");
    }

    private static VariantCapacity withoutRecovery(VariantCapacity v) {
        return new VariantCapacity(
                v.variant(),
                v.capacity(),
                v.probes(),
                v.atCapacity(),
                v.bound(),
                v.beyond(),
                Optional.empty(),
                v.shortWindows());
    }

    private static CapacityResult interrupted(VariantCapacity variant) {
        var two = SampleCapacity.two();
        return new CapacityResult(
                two.manifest(), two.objectives(), List.of(variant), List.of(), false);
    }
}

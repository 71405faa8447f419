package dev.loombench.analysis.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.SampleFigures;
import dev.loombench.analysis.comparison.Modes.Mode;
import dev.loombench.analysis.comparison.Modes.Of;
import dev.loombench.analysis.trial.TrialFigures;
import dev.loombench.analysis.trial.WithinNoise;
import dev.loombench.experiment.Metric;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Processes differ by a percent; the margin is 3 %.
class ModesTest {
    private static final List<TrialFigures> STEADY =
            trials(1_000, 1_005, 995, 1_002, 998, 1_001, 999);
    private static final List<TrialFigures> TWO_KINDS =
            trials(1_000, 601, 996, 1_004, 599, 1_001, 998);

    private static List<TrialFigures> trials(double... throughputs) {
        return IntStream.range(0, throughputs.length)
                .mapToObj(i -> SampleFigures.of(i + 1, throughputs[i]))
                .toList();
    }

    private static Verdict verdict(List<TrialFigures> variant, List<TrialFigures> first) {
        return new Comparison(Metric.THROUGHPUT, 0.03, new Estimates(0.95)).of(variant, first);
    }

    private static Modes modes(List<TrialFigures> variant, List<TrialFigures> first) {
        return verdict(variant, first).byMode().orElseThrow();
    }

    /// Blocks 2 and 5 of seven.
    @Test
    void a_ratio_that_depends_on_the_process_has_both_modes() {
        var modes = modes(TWO_KINDS, STEADY);
        assertThat(modes.of()).isEqualTo(Of.VARIANT);
        assertThat(modes.modes()).extracting(Mode::blocks).containsExactly(5, 2);
        assertThat(modes.modes().getFirst().ratio().contains(1)).isTrue();
        var slow = modes.modes().getLast();
        assertThat(slow.ratio().point()).isCloseTo(0.599, within(0.001));
        assertThat(slow.ratio().contains(0.6)).isTrue();
        assertThat(slow.ratio().high() / slow.ratio().low()).isLessThan(1.05);
        assertThat(slow.level()).isCloseTo(600, within(0.1));
        assertThat(slow.firstLevel()).isCloseTo(1_001.5, within(0.1));
    }

    @Test
    void modes_of_the_first_variant_are_its_own() {
        var modes = modes(STEADY, TWO_KINDS);
        assertThat(modes.of()).isEqualTo(Of.FIRST);
        assertThat(modes.modes().getLast().ratio().point()).isCloseTo(1 / 0.599, within(0.005));
    }

    /// Block 2 has a slow process of either, block 5 of one, block 4 of the other.
    @Test
    void with_two_kinds_in_both_each_combination_is_a_mode() {
        var other = trials(1_005, 700, 995, 702, 1_001, 999, 1_000);
        var modes = modes(TWO_KINDS, other);
        assertThat(modes.of()).isEqualTo(Of.BOTH);
        assertThat(modes.modes()).extracting(Mode::blocks).containsExactly(4, 1, 1, 1);
        assertThat(modes.blocks()).isEqualTo(7);
    }

    @Test
    void one_of_three_processes_far_outside_of_the_others_is_a_mode() {
        assertThat(modes(trials(1_000, 1_002, 500), trials(1_000, 1_004, 998)).modes())
                .extracting(Mode::blocks)
                .containsExactly(2, 1);
    }

    @Test
    void a_trial_without_throughput_is_in_no_mode() {
        var variant = trials(1_000, 601, 996, 1_004, 0, 1_001, 998);
        assertThat(modes(variant, STEADY).modes()).extracting(Mode::blocks).containsExactly(5, 1);
        assertThat(modes(STEADY, variant).modes()).extracting(Mode::blocks).containsExactly(5, 1);
    }

    @Test
    void the_direction_is_decided_where_both_modes_are_on_one_side() {
        assertThat(verdict(TWO_KINDS, STEADY))
                .isInstanceOfSatisfying(
                        Verdict.DependsOnProcess.class,
                        v -> assertThat(v.better()).as("0.6 and 1").isEmpty());
        var twice = trials(2_000, 1_201, 1_992, 2_008, 1_198, 2_002, 1_996);
        assertThat(verdict(twice, STEADY))
                .isInstanceOfSatisfying(
                        Verdict.DependsOnProcess.class,
                        v -> assertThat(v.better()).as("1.2 and 2").contains(true));
        assertThat(verdict(STEADY, twice))
                .isInstanceOfSatisfying(
                        Verdict.DependsOnProcess.class,
                        v -> assertThat(v.better()).as("0.83 and 0.5").contains(false));
    }

    /// The machine was slow in block 4: the ratio is the same in all blocks.
    @Test
    void a_block_that_changes_both_variants_is_no_mode() {
        var slow = trials(1_000, 1_005, 995, 601, 998, 1_001, 999);
        assertThat(verdict(slow, trials(999, 1_001, 1_000, 599, 997, 1_003, 1_002)))
                .isInstanceOf(Verdict.NoDifference.class);
    }

    /// Two kinds, 2 % apart.
    @Test
    void modes_nearer_than_the_margin_have_one_ratio() {
        var near = trials(1_000, 980, 1_000.5, 999.5, 980.2, 1_000.2, 999.8);
        var first = trials(1_000, 1_000.3, 999.7, 1_000.1, 999.9, 1_000.2, 999.8);
        assertThat(verdict(near, first)).isInstanceOf(Verdict.NoDifference.class);
    }

    /// The ends of the windows of one variant took 5 % of its throughput, alike in all blocks: so
    /// much more is as likely, in each mode and over all.
    @Test
    void a_ratio_of_a_mode_contains_the_one_without_the_ends_of_windows() {
        var ends = TWO_KINDS.stream().map(t -> withEnds(t, 0.05)).toList();
        var without = modes(TWO_KINDS, STEADY).modes();
        var with = modes(ends, STEADY).modes();
        for (int i = 0; i < 2; i++) {
            var plain = without.get(i).ratio();
            var ratio = with.get(i).ratio();
            assertThat(ratio.low()).isCloseTo(plain.low(), within(1e-9));
            assertThat(ratio.high()).isCloseTo(plain.high() * Math.exp(0.05), within(1e-9));
        }
        var kinds = new EstimatesOfKinds(new Estimates(0.95));
        assertThat(kinds.interval(Metric.THROUGHPUT, ends).orElseThrow().high())
                .isCloseTo(
                        kinds.interval(Metric.THROUGHPUT, TWO_KINDS).orElseThrow().high()
                                * Math.exp(0.05),
                        within(1e-6));
    }

    /// @param ends the effect of the ends of its window
    private static TrialFigures withEnds(TrialFigures trial, double ends) {
        var none = OptionalDouble.empty();
        return new TrialFigures(
                trial.block(),
                trial.throughput(),
                trial.latency(),
                trial.cost(),
                trial.errors(),
                trial.elapsed(),
                trial.settling(),
                new WithinNoise(
                        none, none, none, OptionalDouble.of(ends), WithinNoise.UNKNOWN.longest()));
    }
}

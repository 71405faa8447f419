package dev.loombench.analysis.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.SampleCapacity;
import dev.loombench.SampleRun;
import dev.loombench.analysis.comparison.ClaimCheck;
import dev.loombench.analysis.comparison.ClaimCheck.Outcome;
import dev.loombench.analysis.validity.generator.GeneratorStarved;
import dev.loombench.experiment.Claim;
import dev.loombench.experiment.Claim.Relation;
import dev.loombench.experiment.Claim.Target;
import dev.loombench.experiment.Metric;
import dev.loombench.stats.Interval;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// The pool holds 890, 900 and 910/s in its processes: `900 [868, 933]`. Virtual threads hold four
/// times as much in each block within 0.6 %: `0.25 [0.246, 0.255]`.
class CapacityClaimsTest {
    private static final Relation ABOVE = new Relation.Above();
    private static final Relation BELOW = new Relation.Below();

    private static Outcome outcome(Relation relation, Target target) {
        return SampleCapacity.claiming(SampleCapacity.claim(relation, target))
                .claims()
                .getFirst()
                .outcome();
    }

    @Test
    void a_capacity_is_compared_with_a_figure() {
        assertThat(outcome(ABOVE, new Target.FixedValue(800)))
                .isInstanceOfSatisfying(
                        Outcome.Supported.class,
                        s -> assertThat(s.interval().point()).isCloseTo(900, within(0.1)));
        assertThat(outcome(BELOW, new Target.FixedValue(800)))
                .isInstanceOf(Outcome.Contradicted.class);
        assertThat(outcome(ABOVE, new Target.FixedValue(905)))
                .isInstanceOfSatisfying(
                        Outcome.Undecided.class, u -> assertThat(u.blocks()).isEqualTo(3));
        assertThat(outcome(new Relation.Within(0.1), new Target.FixedValue(900)))
                .isInstanceOf(Outcome.Supported.class);
    }

    @Test
    void a_capacity_is_compared_with_that_of_another_variant_within_blocks() {
        assertThat(outcome(BELOW, new Target.Times(0.3, SampleRun.VIRTUAL)))
                .isInstanceOfSatisfying(
                        Outcome.Supported.class,
                        s -> assertThat(s.interval().point()).isCloseTo(0.25, within(0.001)));
        assertThat(outcome(ABOVE, new Target.Times(0.3, SampleRun.VIRTUAL)))
                .isInstanceOf(Outcome.Contradicted.class);
    }

    @Test
    void a_finding_makes_the_claims_on_its_variants_invalid() {
        var alone = SampleCapacity.claim(ABOVE, new Target.FixedValue(800));
        var both = SampleCapacity.claim(BELOW, new Target.Times(0.3, SampleRun.VIRTUAL));
        var valid = SampleCapacity.claiming(alone, both);
        var invalid =
                new CapacityResult(
                        valid.manifest(),
                        valid.objectives(),
                        valid.variants(),
                        List.of(new GeneratorStarved(SampleRun.VIRTUAL, 0.6, 0, true)),
                        true);
        assertThat(valid.claims())
                .extracting(ClaimCheck::outcome)
                .hasExactlyElementsOfTypes(Outcome.Supported.class, Outcome.Supported.class);
        assertThat(invalid.claims())
                .extracting(ClaimCheck::outcome)
                .hasExactlyElementsOfTypes(Outcome.Supported.class, Outcome.Invalid.class);
    }

    @Test
    void claims_decide_the_search() {
        var right = SampleCapacity.claim(ABOVE, new Target.FixedValue(800));
        var wrong = SampleCapacity.claim(BELOW, new Target.FixedValue(800));
        var open = SampleCapacity.claim(ABOVE, new Target.FixedValue(905));
        assertThat(SampleCapacity.claiming(right).decided()).isTrue();
        assertThat(SampleCapacity.claiming(right).contradicted()).isFalse();
        assertThat(SampleCapacity.claiming(right, wrong).contradicted()).isTrue();
        assertThat(SampleCapacity.claiming(right, open).decided()).isFalse();
    }

    @Test
    void an_objective_that_never_held_contradicts_a_higher_capacity() {
        var lowest = SampleCapacity.probe(SampleRun.POOL, 1, 1, 4, RateProbe.Outcome.VIOLATED);
        assertThat(withCapacity(new Capacity.NotMet(lowest)))
                .isInstanceOf(Outcome.Contradicted.class);
    }

    @Test
    void a_lower_limit_decides_what_it_is_certainly_above() {
        assertThat(withCapacity(new Capacity.AtLeast(5_000, true)))
                .isEqualTo(
                        new Outcome.Supported(
                                new Interval(5_000, 5_000, Double.POSITIVE_INFINITY)));
        assertThat(reason(withCapacity(new Capacity.AtLeast(700, true))))
                .contains("at least 700/s", "load generator");
    }

    @Test
    void an_estimate_needs_processes() {
        assertThat(reason(withCapacity(Capacity.Estimated.unconfirmed(900))))
                .contains("at least 2 processes");
    }

    /// Virtual threads hold at most 3,801/s.
    @Test
    void a_lower_limit_decides_the_ratio_to_an_estimate() {
        assertThat(ofRatio(new Capacity.AtLeast(5_000, true)))
                .isInstanceOfSatisfying(
                        Outcome.Supported.class,
                        s -> {
                            assertThat(s.interval().low()).isCloseTo(1.315, within(0.001));
                            assertThat(s.interval().high()).isInfinite();
                        });
        assertThat(reason(ofRatio(new Capacity.AtLeast(3_600, true))))
                .contains(SampleRun.POOL + " is at least 3,600/s");
        var notMet =
                new Capacity.NotMet(
                        SampleCapacity.probe(SampleRun.POOL, 5, 90, 2, RateProbe.Outcome.VIOLATED));
        assertThat(ofRatio(notMet)).isInstanceOf(Outcome.Contradicted.class);
    }

    /// That the pool, with this capacity, holds more than virtual threads.
    private static Outcome ofRatio(Capacity pool) {
        var claim = SampleCapacity.claim(ABOVE, new Target.Times(1, SampleRun.VIRTUAL));
        var all = SampleCapacity.claiming(claim);
        return new CapacityResult(
                        all.manifest(),
                        all.objectives(),
                        List.of(
                                SampleCapacity.with(pool).variants().getFirst(),
                                all.variants().getLast()),
                        List.of(),
                        true)
                .claims()
                .getFirst()
                .outcome();
    }

    private static String reason(Outcome outcome) {
        assertThat(outcome).isInstanceOf(Outcome.NoEvidence.class);
        return ((Outcome.NoEvidence) outcome).reason();
    }

    /// It held 450/s for a minute, and not 790/s; that it is above 800/s is claimed.
    @Test
    void a_capacity_that_a_long_window_lowered_may_be_as_high_as_short_windows_show() {
        var held =
                new Capacity.Held(
                        SampleCapacity.probe(SampleRun.POOL, 5, 450, 0.5, RateProbe.Outcome.MET),
                        SampleCapacity.probe(
                                SampleRun.POOL, 5, 790, 2, RateProbe.Outcome.VIOLATED));
        assertThat(withCapacity(held))
                .as("without an interval")
                .isInstanceOf(Outcome.NoEvidence.class);
        assertThat(withCapacity(held, Optional.of(new Interval(750, 780, 795))))
                .isInstanceOfSatisfying(
                        Outcome.Contradicted.class,
                        c -> assertThat(c.interval()).isEqualTo(new Interval(450, 450, 795)));
        assertThat(withCapacity(held, Optional.of(new Interval(700, 780, 860))))
                .isInstanceOf(Outcome.NoEvidence.class);
    }

    private static Outcome withCapacity(Capacity capacity) {
        return withCapacity(capacity, Optional.empty());
    }

    private static Outcome withCapacity(Capacity capacity, Optional<Interval> shortWindows) {
        var claim = SampleCapacity.claim(ABOVE, new Target.FixedValue(800));
        var of = SampleCapacity.with(capacity);
        return new CapacityResult(
                        SampleCapacity.claiming(claim).manifest(),
                        of.objectives(),
                        of.variants().stream()
                                .map(v ->
                                        v.withShortWindows(
                                                shortWindows.map(i ->
                                                        new Capacity.Estimated(
                                                                i.point(),
                                                                Optional.of(i),
                                                                List.of()))))
                                .toList(),
                        of.findings(),
                        true)
                .claims()
                .getFirst()
                .outcome();
    }

    @Test
    void claims_on_other_metrics_are_not_those_of_a_search() {
        var claim =
                new Claim(
                        "the claim",
                        SampleRun.POOL,
                        Metric.THROUGHPUT,
                        ABOVE,
                        new Target.FixedValue(1));
        assertThat(SampleCapacity.claiming(claim).claims()).isEmpty();
    }
}

package dev.loombench.analysis.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.SampleFigures;
import dev.loombench.SampleRun;
import dev.loombench.analysis.Analysis;
import dev.loombench.analysis.comparison.ClaimCheck.Outcome;
import dev.loombench.analysis.trial.Latency;
import dev.loombench.analysis.trial.TrialFigures;
import dev.loombench.experiment.Claim;
import dev.loombench.experiment.Claim.Relation;
import dev.loombench.experiment.Claim.Target;
import dev.loombench.experiment.Metric;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/// The sample's pool has a throughput of 995, 1,000 and 1,005 requests/s: s = 5, and the t interval
/// of three is 1,000 ± 4.3027 * 5 / sqrt(3) = 1,000 ± 12.4. Virtual threads have four times as
/// much.
class ClaimCheckTest {
    private static final Relation ABOVE = new Relation.Above();
    private static final Relation BELOW = new Relation.Below();

    @Test
    void an_interval_within_the_claimed_range_supports_the_claim() {
        assertThat(outcome(SampleRun.POOL, ABOVE, new Target.FixedValue(987)))
                .isInstanceOfSatisfying(
                        Outcome.Supported.class,
                        s -> assertThat(s.interval().low()).isCloseTo(987.6, within(0.05)));
        assertThat(outcome(SampleRun.POOL, new Relation.Within(0.02), new Target.FixedValue(1_005)))
                .isInstanceOf(Outcome.Supported.class);
        assertThat(outcome(SampleRun.VIRTUAL, ABOVE, new Target.Times(3, SampleRun.POOL)))
                .isInstanceOfSatisfying(
                        Outcome.Supported.class,
                        s -> assertThat(s.interval().point()).isCloseTo(4, within(1e-9)));
    }

    @Test
    void an_interval_outside_the_claimed_range_contradicts_the_claim() {
        assertThat(outcome(SampleRun.POOL, BELOW, new Target.FixedValue(987)))
                .isInstanceOf(Outcome.Contradicted.class);
        assertThat(outcome(SampleRun.POOL, new Relation.Within(0.1), new Target.FixedValue(1_200)))
                .isInstanceOf(Outcome.Contradicted.class);
        assertThat(outcome(SampleRun.VIRTUAL, BELOW, new Target.Times(1, SampleRun.POOL)))
                .isInstanceOf(Outcome.Contradicted.class);
    }

    @Test
    void an_interval_across_the_target_is_undecided_and_forecasts_the_trials_needed() {
        // 990 is 1 % away where the half interval is 1.24 %, with three trials 0.5 % apart.
        assertThat(outcome(SampleRun.POOL, ABOVE, new Target.FixedValue(990)))
                .isInstanceOfSatisfying(
                        Outcome.Undecided.class,
                        u -> {
                            assertThat(u.blocks()).isEqualTo(3);
                            assertThat(u.needed().low()).isEqualTo(4);
                            assertThat(u.needed().high()).isBetween(15, 25);
                        });
    }

    /// The trials' p99 are equal; the interval is as wide as a step of the histogram.
    @Test
    void a_percentile_can_be_claimed_from_two_trials_on() {
        var claim = claim(SampleRun.POOL, Metric.P99, ABOVE, new Target.FixedValue(1e6));
        assertThat(analysis(claim).claims().getFirst().outcome())
                .isInstanceOf(Outcome.Supported.class);
        var experiment = SampleRun.experiment(List.of(claim));
        var one = Analysis.of(SampleRun.manifest(experiment), SampleRun.trials().subList(0, 2));
        assertThat(one.claims().getFirst().outcome())
                .isInstanceOfSatisfying(
                        Outcome.NoEvidence.class,
                        n ->
                                assertThat(n.reason())
                                        .isEqualTo("an interval needs at least 2 trials with p99"));
    }

    @Test
    void every_percentile_can_be_claimed() {
        var pool = SampleRun.POOL;
        for (var metric : Metric.values()) {
            if (metric.isPercentile()) {
                var claim = claim(pool, metric, ABOVE, new Target.FixedValue(1e6));
                assertThat(analysis(claim).claims().getFirst().asMeasured().outcome())
                        .as(metric.label())
                        .isInstanceOf(Outcome.Supported.class);
            }
        }
    }

    /// A window of 2,000 responses has none beyond p99.99.
    @Test
    void a_claim_on_figures_that_a_finding_makes_invalid_is_invalid_and_others_are_judged() {
        var tail = claim(SampleRun.POOL, Metric.P9999, ABOVE, new Target.FixedValue(1e6));
        var wrong = claim(SampleRun.POOL, Metric.P9999, BELOW, new Target.FixedValue(1e6));
        var rate = claim(SampleRun.POOL, Metric.THROUGHPUT, ABOVE, new Target.FixedValue(900));
        var analysis = analysis(tail, wrong, rate);
        assertThat(analysis.claims())
                .extracting(ClaimCheck::outcome)
                .hasExactlyElementsOfTypes(
                        Outcome.Invalid.class, Outcome.Invalid.class, Outcome.Supported.class);
        assertThat(analysis.contradicted()).isFalse();
        assertThat(analysis.decided()).isFalse();
        assertThat(analysis.claims().getFirst().outcome())
                .isInstanceOfSatisfying(
                        Outcome.Invalid.class,
                        i -> {
                            assertThat(i.by().kind().id()).isEqualTo("few-responses-beyond");
                            assertThat(i.measured()).isPresent();
                        });
    }

    @Test
    void a_claim_without_an_interval_has_no_evidence_whatever_a_finding_says() {
        var tail = claim(SampleRun.POOL, Metric.P9999, ABOVE, new Target.FixedValue(1e6));
        var experiment = SampleRun.experiment(List.of(tail));
        var one = Analysis.of(SampleRun.manifest(experiment), SampleRun.trials().subList(0, 2));
        assertThat(one.invalidating(tail)).isPresent();
        assertThat(one.claims().getFirst().outcome()).isInstanceOf(Outcome.NoEvidence.class);
    }

    @Test
    void a_block_without_throughput_leaves_a_ratio_without_evidence_and_is_named() {
        var some = throughputs(1_000, 0, 1_000);
        var all = throughputs(1_000, 1_000, 1_000);
        assertThat(ofTimes(ABOVE, 0.5, some, all))
                .isInstanceOfSatisfying(
                        Outcome.NoEvidence.class,
                        n -> assertThat(n.reason()).contains("throughput", "1 of 3 blocks"));
        assertThat(ofTimes(BELOW, 0.5, all, some)).isInstanceOf(Outcome.NoEvidence.class);
    }

    @Test
    void claims_decide_the_run() {
        var right = claim(SampleRun.POOL, Metric.THROUGHPUT, ABOVE, new Target.FixedValue(900));
        var wrong = claim(SampleRun.POOL, Metric.THROUGHPUT, BELOW, new Target.FixedValue(900));
        var open = claim(SampleRun.POOL, Metric.THROUGHPUT, BELOW, new Target.FixedValue(1_000));
        assertThat(analysis(right).decided()).isTrue();
        assertThat(analysis(right).contradicted()).isFalse();
        assertThat(analysis(right, wrong).contradicted()).isTrue();
        assertThat(analysis(right, open).decided()).isFalse();
        assertThat(analysis(right, open).contradicted()).isFalse();
    }

    /// 0, 1,000 and 1,000 requests/s: the logarithms of two of them have no spread.
    @Test
    void a_trial_without_throughput_leaves_a_claim_undecided() {
        assertThat(
                        outcome(
                                Metric.THROUGHPUT,
                                ABOVE,
                                new Target.FixedValue(900),
                                throughputs(0, 1_000, 1_000),
                                List.of()))
                .isInstanceOfSatisfying(
                        Outcome.Undecided.class,
                        u -> {
                            assertThat(u.blocks()).isEqualTo(3);
                            assertThat(u.interval().low()).isZero();
                        });
        assertThat(
                        outcome(
                                Metric.THROUGHPUT,
                                ABOVE,
                                new Target.FixedValue(900),
                                throughputs(0, 0, 1_000),
                                List.of()))
                .isInstanceOfSatisfying(
                        Outcome.Undecided.class,
                        u -> assertThat(u.needed().isBeyondLimit()).isTrue());
    }

    /// Its process is in no mode; the others run at 1 and 0.6 times the other variant.
    @Test
    void a_trial_without_throughput_does_not_hide_processes_of_two_kinds() {
        var variant = throughputs(1_000, 601, 996, 1_004, 0, 1_001, 998);
        var other = throughputs(1_000, 1_005, 995, 1_002, 998, 1_001, 999);
        assertThat(ofTimes(ABOVE, 0.5, variant, other)).isInstanceOf(Outcome.Supported.class);
        assertThat(ofTimes(BELOW, 0.5, variant, other)).isInstanceOf(Outcome.Contradicted.class);
        assertThat(ofTimes(ABOVE, 0.9, variant, other)).isInstanceOf(Outcome.Undecided.class);
    }

    /// By an arriving request the p99 is about 100 ms in four processes and 200 ms in one; by the
    /// requests sent it is a tenth of that.
    @Test
    void a_percentile_of_two_kinds_is_claimed_by_arriving_requests_and_by_those_sent() {
        var trials =
                List.of(
                        closed(1, 99.5),
                        closed(2, 100),
                        closed(3, 100.5),
                        closed(4, 100.2),
                        closed(5, 200));
        assertThat(outcome(Metric.P99, ABOVE, new Target.FixedValue(50e6), trials, List.of()))
                .isInstanceOfSatisfying(
                        Outcome.Undecided.class,
                        u -> {
                            assertThat(u.interval().low()).isBetween(9.5e6, 10e6);
                            assertThat(u.interval().high()).isBetween(200e6, 210e6);
                            assertThat(u.needed().isBeyondLimit()).isTrue();
                        });
        assertThat(outcome(Metric.P99, ABOVE, new Target.FixedValue(5e6), trials, List.of()))
                .isInstanceOf(Outcome.Supported.class);
        var constant = IntStream.rangeClosed(1, 5).mapToObj(b -> closed(b, 100)).toList();
        assertThat(outcome(Metric.P99, BELOW, new Target.Times(1.5, "other"), trials, constant))
                .as("1 and 2 times the other by either")
                .isInstanceOf(Outcome.Undecided.class);
        assertThat(outcome(Metric.P99, BELOW, new Target.Times(3, "other"), trials, constant))
                .isInstanceOf(Outcome.Supported.class);
    }

    /// The highest of 300 is below the p99 in 5 % of samples.
    @Test
    void a_kind_with_few_responses_leaves_the_upper_end_of_a_percentile_open() {
        var claimed = new Target.FixedValue(1e9);
        assertThat(outcome(Metric.P99, BELOW, claimed, ofTwoKinds(300), List.of()))
                .isInstanceOfSatisfying(
                        Outcome.Undecided.class, u -> assertThat(u.interval().high()).isInfinite());
        assertThat(outcome(Metric.P99, BELOW, claimed, ofTwoKinds(10_000), List.of()))
                .isInstanceOf(Outcome.Supported.class);
    }

    /// One process of five is of the slow kind.
    @Test
    void a_kind_with_few_responses_leaves_the_upper_end_of_a_ratio_open() {
        var other = constant(5, 10_000);
        assertThat(ofP99(BELOW, 10, ofTwoKinds(300), other))
                .isInstanceOfSatisfying(
                        Outcome.Undecided.class, u -> assertThat(u.interval().high()).isInfinite());
        assertThat(ofP99(BELOW, 10, ofTwoKinds(10_000), other))
                .isInstanceOf(Outcome.Supported.class);
    }

    /// The longest of 150 is below the p99 in 22 % of samples.
    @Test
    void a_ratio_of_percentiles_of_few_responses_has_an_open_end() {
        var few = constant(3, 50);
        var many = constant(3, 10_000);
        assertThat(ofP99(BELOW, 1.5, many, many)).isInstanceOf(Outcome.Supported.class);
        assertThat(ofP99(ABOVE, 0.5, few, many)).isInstanceOf(Outcome.Supported.class);
        assertThat(ofP99(BELOW, 1.5, few, many))
                .isInstanceOfSatisfying(
                        Outcome.Undecided.class, u -> assertThat(u.interval().high()).isInfinite());
        assertThat(ofP99(BELOW, 1.5, many, few)).isInstanceOf(Outcome.Supported.class);
        assertThat(ofP99(ABOVE, 0.5, many, few))
                .isInstanceOfSatisfying(
                        Outcome.Undecided.class, u -> assertThat(u.interval().low()).isZero());
    }

    /// Trials whose responses all take 100 ms.
    private static List<TrialFigures> constant(int trials, int responses) {
        return IntStream.rangeClosed(1, trials)
                .mapToObj(block ->
                        SampleFigures.of(
                                block,
                                100,
                                SampleRun.histogram(responses, 100),
                                OptionalDouble.empty()))
                .toList();
    }

    private static Outcome ofP99(
            Relation relation,
            double factor,
            List<TrialFigures> variant,
            List<TrialFigures> other) {
        return outcome(Metric.P99, relation, new Target.Times(factor, "other"), variant, other);
    }

    private static List<TrialFigures> ofTwoKinds(int responses) {
        var millis = new double[] {99.5, 100, 100.5, 100.2, 200};
        return IntStream.range(0, millis.length)
                .mapToObj(i ->
                        SampleFigures.of(
                                i + 1,
                                100,
                                SampleRun.histogram(responses, millis[i]),
                                OptionalDouble.empty()))
                .toList();
    }

    /// Blocks 2 and 5 have a slow process of one variant, block 4 of the other: the ratio of two
    /// slow ones is not known. With one in block 2 it is.
    @Test
    void a_combination_of_kinds_that_no_block_had_leaves_a_claim_undecided() {
        var variant = throughputs(1_000, 601, 996, 1_004, 599, 1_001, 998);
        var never = throughputs(1_005, 1_002, 995, 702, 1_001, 999, 1_000);
        assertThat(ofTimes(BELOW, 2, variant, never))
                .isInstanceOfSatisfying(
                        Outcome.Undecided.class,
                        u -> assertThat(u.interval().high()).isBetween(1.4, 1.5));
        var once = throughputs(1_005, 700, 995, 702, 1_001, 999, 1_000);
        assertThat(ofTimes(BELOW, 2, variant, once)).isInstanceOf(Outcome.Supported.class);
    }

    @Test
    void variants_of_two_kinds_without_a_common_block_have_no_ratio() {
        var variant = throughputs(1_000, 601, 996, 1_004, 599, 1_001, 998);
        var other = List.of(SampleFigures.of(8, 1_000), SampleFigures.of(9, 1_005));
        assertThat(ofTimes(BELOW, 2, variant, other)).isInstanceOf(Outcome.NoEvidence.class);
    }

    private static List<TrialFigures> throughputs(double... values) {
        return IntStream.range(0, values.length)
                .mapToObj(i -> SampleFigures.of(i + 1, values[i]))
                .toList();
    }

    /// Of a closed load, whose p99 is a tenth of that of an arriving request.
    private static TrialFigures closed(int block, double arrivingMillis) {
        var sent = SampleRun.histogram(9_970, arrivingMillis / 10);
        sent.add(SampleRun.histogram(30, arrivingMillis));
        var like = SampleFigures.of(block, 100);
        return new TrialFigures(
                block,
                like.throughput(),
                new Latency(sent, sent, arriving(arrivingMillis), List.of()),
                like.cost(),
                like.errors(),
                like.elapsed(),
                like.settling(),
                like.noise());
    }

    private static Optional<Histogram> arriving(double millis) {
        return Optional.of(SampleRun.histogram(10_000, millis));
    }

    private static Outcome ofTimes(
            Relation relation,
            double factor,
            List<TrialFigures> variant,
            List<TrialFigures> other) {
        return outcome(
                Metric.THROUGHPUT, relation, new Target.Times(factor, "other"), variant, other);
    }

    private static Outcome outcome(
            Metric metric,
            Relation relation,
            Target target,
            List<TrialFigures> variant,
            List<TrialFigures> other) {
        return ClaimCheck.of(
                        claim("variant", metric, relation, target),
                        name -> name.equals("variant") ? variant : other,
                        new Estimates(0.95))
                .outcome();
    }

    private static Outcome outcome(String variant, Relation relation, Target target) {
        var analysis = analysis(claim(variant, Metric.THROUGHPUT, relation, target));
        return analysis.claims().getFirst().outcome();
    }

    private static Analysis analysis(Claim... claims) {
        var experiment = SampleRun.experiment(List.copyOf(Arrays.asList(claims)));
        return Analysis.of(SampleRun.manifest(experiment), SampleRun.trials());
    }

    static Claim claim(String variant, Metric metric, Relation relation, Target target) {
        return new Claim("as written", variant, metric, relation, target);
    }
}

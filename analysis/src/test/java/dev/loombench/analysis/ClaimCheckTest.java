package dev.loombench.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.SampleRun;
import dev.loombench.analysis.ClaimCheck.Outcome;
import dev.loombench.spec.Claim;
import dev.loombench.spec.Claim.Relation;
import dev.loombench.spec.Claim.Target;
import dev.loombench.spec.Metric;
import java.util.Arrays;
import java.util.List;
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
        var spec = SampleRun.spec(List.of(claim));
        var one = Analysis.of(SampleRun.manifest(spec), SampleRun.trials().subList(0, 2));
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
                assertThat(analysis(claim).claims().getFirst().outcome())
                        .as(metric.label())
                        .isInstanceOf(Outcome.Supported.class);
            }
        }
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

    private static Outcome outcome(String variant, Relation relation, Target target) {
        var analysis = analysis(claim(variant, Metric.THROUGHPUT, relation, target));
        return analysis.claims().getFirst().outcome();
    }

    private static Analysis analysis(Claim... claims) {
        var spec = SampleRun.spec(List.copyOf(Arrays.asList(claims)));
        return Analysis.of(SampleRun.manifest(spec), SampleRun.trials());
    }

    static Claim claim(String variant, Metric metric, Relation relation, Target target) {
        return new Claim("as written", variant, metric, relation, target);
    }
}

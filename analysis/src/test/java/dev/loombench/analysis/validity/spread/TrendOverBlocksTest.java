package dev.loombench.analysis.validity.spread;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.ChangedSampleRun;
import dev.loombench.SampleRun;
import dev.loombench.analysis.Analysis;
import dev.loombench.experiment.Claim;
import dev.loombench.experiment.Claim.Relation;
import dev.loombench.experiment.Claim.Target;
import dev.loombench.experiment.Criteria;
import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.Metric;
import dev.loombench.experiment.TrialCount;
import dev.loombench.finding.Severity;
import dev.loombench.result.Trial;
import dev.loombench.result.TrialOutcome.Completed;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/// Eight blocks. Throughput falls by 1 % from block to block, or is up and down by 2 in 1,000 in
/// turn, where neighbours are as unlike as they can be.
class TrendOverBlocksTest {
    private static final int BLOCKS = 8;
    private static final Claim FIXED =
            claim(SampleRun.VIRTUAL, new Relation.Above(), new Target.FixedValue(3_000));
    private static final Claim FIXED_OF_POOL =
            claim(SampleRun.POOL, new Relation.Above(), new Target.FixedValue(800));
    private static final Claim RATIO =
            claim(SampleRun.VIRTUAL, new Relation.Above(), new Target.Times(3, SampleRun.POOL));
    private static final Claim INVERSE =
            claim(SampleRun.POOL, new Relation.Below(), new Target.Times(0.5, SampleRun.VIRTUAL));

    private static final TrendOverBlocks OF_RATIO =
            new TrendOverBlocks(
                    SampleRun.VIRTUAL, Optional.of(SampleRun.POOL), Metric.THROUGHPUT, BLOCKS);
    private static final TrendOverBlocks OF_VIRTUAL =
            new TrendOverBlocks(SampleRun.VIRTUAL, Optional.empty(), Metric.THROUGHPUT, BLOCKS);

    private static Claim claim(String variant, Relation relation, Target target) {
        return new Claim("the claim", variant, Metric.THROUGHPUT, relation, target);
    }

    private static int falling(Trial trial) {
        return 1_000 - 10 * trial.block();
    }

    private static int inTurn(Trial trial) {
        return trial.block() % 2 == 0 ? 2 : -2;
    }

    /// Both variants fall alike; their ratio is up and down.
    private static Completed alike(Trial trial) {
        return trial.variant().equals(SampleRun.POOL)
                ? SampleRun.completed(falling(trial), 400)
                : SampleRun.completed(4 * (falling(trial) + inTurn(trial)), 100);
    }

    /// Virtual threads fall, and the pool does not.
    private static Completed apart(Trial trial) {
        return trial.variant().equals(SampleRun.POOL)
                ? SampleRun.completed(1_000 + inTurn(trial), 400)
                : SampleRun.completed(4 * falling(trial), 100);
    }

    private static Analysis analysis(Function<Trial, Completed> outcome, Claim... claims) {
        return analysis(SampleRun.experiment(List.of(claims)), outcome);
    }

    private static Analysis analysis(Experiment experiment, Function<Trial, Completed> outcome) {
        var manifest = SampleRun.manifest(experiment.withTrials(TrialCount.exactly(BLOCKS)));
        return Analysis.of(manifest, ChangedSampleRun.results(manifest, outcome));
    }

    /// Those of throughput, which decides.
    private static List<TrendOverBlocks> found(Analysis analysis) {
        return all(analysis).stream().filter(t -> t.metric() == Metric.THROUGHPUT).toList();
    }

    private static List<TrendOverBlocks> all(Analysis analysis) {
        return analysis.findings().stream()
                .filter(TrendOverBlocks.class::isInstance)
                .map(TrendOverBlocks.class::cast)
                .toList();
    }

    @Test
    void of_another_metric_it_is_a_note_and_that_ratio_has_no_verdict() {
        var analysis =
                analysis(
                        SampleRun.experiment()
                                .withCriteria(
                                        new Criteria(Metric.CPU_PER_REQUEST, 0.05, List.of())),
                        TrendOverBlocksTest::apart);
        assertThat(all(analysis)).containsExactly(OF_RATIO);
        assertThat(analysis.severity(OF_RATIO)).isEqualTo(Severity.NOTE);
        assertThat(OF_RATIO.invalidates(Metric.THROUGHPUT, SampleRun.VIRTUAL, SampleRun.POOL))
                .isTrue();
        assertThat(OF_RATIO.invalidates(Metric.CPU_PER_REQUEST, SampleRun.VIRTUAL, SampleRun.POOL))
                .isFalse();
    }

    @Test
    void without_claims_it_is_that_of_the_ratio_to_the_first() {
        assertThat(found(analysis(TrendOverBlocksTest::alike))).isEmpty();
        var apart = analysis(TrendOverBlocksTest::apart);
        assertThat(found(apart)).containsExactly(OF_RATIO);
        assertThat(apart.severity(OF_RATIO)).isEqualTo(Severity.INVALID);
    }

    /// It cancels in the ratio.
    @Test
    void a_claim_about_one_variant_is_checked_by_its_own_figures() {
        var fixed = analysis(TrendOverBlocksTest::alike, FIXED);
        assertThat(found(fixed)).containsExactly(OF_VIRTUAL);
        assertThat(fixed.severity(OF_VIRTUAL)).isEqualTo(Severity.INVALID);
        assertThat(OF_VIRTUAL.affects(FIXED)).isTrue();
        assertThat(fixed.invalidating(FIXED)).isPresent();
        assertThat(OF_VIRTUAL.affects(RATIO)).isFalse();
        assertThat(OF_VIRTUAL.invalidates(Metric.THROUGHPUT, SampleRun.VIRTUAL, SampleRun.POOL))
                .isFalse();
        assertThat(OF_VIRTUAL.invalidates(Metric.THROUGHPUT, SampleRun.VIRTUAL, SampleRun.VIRTUAL))
                .as("with itself in another run")
                .isTrue();
        assertThat(found(analysis(TrendOverBlocksTest::alike, RATIO))).isEmpty();
    }

    @Test
    void a_trend_of_a_ratio_does_not_affect_a_claim_about_the_variant_without_it() {
        var analysis = analysis(TrendOverBlocksTest::apart, FIXED_OF_POOL);
        assertThat(found(analysis)).containsExactly(OF_RATIO);
        assertThat(analysis.severity(OF_RATIO)).isEqualTo(Severity.NOTE);
        assertThat(OF_RATIO.invalidates(Metric.THROUGHPUT, SampleRun.VIRTUAL, SampleRun.POOL))
                .isTrue();
    }

    @Test
    void a_ratio_and_its_inverse_are_one_series() {
        var analysis = analysis(TrendOverBlocksTest::apart, RATIO, INVERSE);
        assertThat(found(analysis)).containsExactly(OF_RATIO);
        assertThat(OF_RATIO.affects(RATIO)).isTrue();
        assertThat(OF_RATIO.affects(INVERSE)).isTrue();
        assertThat(analysis.severity(OF_RATIO)).isEqualTo(Severity.INVALID);
    }

    /// Of eight independent blocks, 0.38 % have such a trend by chance: less than the 1 % of one
    /// claim, and more than the third of it that each of three has.
    @Test
    void all_claims_share_the_rate_of_false_alarms() {
        assertThat(found(analysis(TrendOverBlocksTest::weakly, RATIO))).containsExactly(OF_RATIO);
        assertThat(found(analysis(TrendOverBlocksTest::weakly, RATIO, FIXED, FIXED_OF_POOL)))
                .isEmpty();
    }

    private static Completed weakly(Trial trial) {
        return trial.variant().equals(SampleRun.POOL)
                ? SampleRun.completed(1_000, 400)
                : SampleRun.completed(4 * (falling(trial) + 4 * inTurn(trial)), 100);
    }

    /// The last blocks are 2 % higher; half a response of 40 and one of 100 are 1.75 % of their
    /// ratio, to either side.
    @Test
    void blocks_that_differ_by_rounding_have_no_trend() {
        assertThat(found(analysis(TrendOverBlocksTest::rounded))).isEmpty();
    }

    private static Completed rounded(Trial trial) {
        return trial.variant().equals(SampleRun.POOL)
                ? SampleRun.completed(20, 400)
                : SampleRun.completed(trial.block() <= 5 ? 50 : 51, 100);
    }
}

package dev.loombench.analysis.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.SampleRun;
import dev.loombench.analysis.Analysis;
import dev.loombench.analysis.validity.evidence.Incomplete;
import dev.loombench.experiment.Claim;
import dev.loombench.experiment.Claim.Relation;
import dev.loombench.experiment.Claim.Target;
import dev.loombench.experiment.Criteria;
import dev.loombench.experiment.Metric;
import dev.loombench.experiment.variant.Threading;
import dev.loombench.experiment.variant.Variant;
import dev.loombench.result.RunManifest;
import dev.loombench.result.Trial;
import dev.loombench.result.TrialResult;
import dev.loombench.result.store.StoredRun;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Runs of 3 to 10 rounds, which are analysed after rounds 3 to 9: each of these seven analyses has
/// a seventh of an error of 1 %.
class StoppingRuleTest {
    private static final RunManifest UP_TO_TEN = SampleRun.manifest(SampleRun.experiment(3, 10));
    private static final double EARLY_LEVEL = 1 - 0.01 / 7;
    private static final int RESPONSE_MILLIS = 400;

    private static final Variant THIRD =
            Variant.of("jetty", "virtual", Threading.VIRTUAL, Map.of());

    private static boolean enough(RunManifest manifest, List<TrialResult> results) {
        return StoppingRule.enough(manifest, RunFigures.of(manifest, results));
    }

    @Test
    void a_fixed_number_of_trials_is_always_run_in_full() {
        assertThat(enough(SampleRun.manifest(), SampleRun.trials())).isFalse();
    }

    @Test
    void narrow_intervals_suffice_after_the_minimum_number_of_rounds() {
        var steady = run(t -> 995 + 5 * (t.block() % 3));
        assertThat(enough(UP_TO_TEN, steady.subList(0, 4))).isFalse();
        assertThat(enough(UP_TO_TEN, steady.subList(0, 6))).isTrue();
    }

    @Test
    void only_whole_rounds_are_evaluated() {
        var steady = run(t -> 995 + 5 * (t.block() % 3));
        assertThat(enough(UP_TO_TEN, steady.subList(0, 7))).isFalse();
        assertThat(enough(UP_TO_TEN, steady.subList(0, 8))).isTrue();
    }

    @Test
    void a_clear_difference_suffices_with_any_interval() {
        // A tenth slower or faster with each block, which both variants share
        var different =
                run(t ->
                        (t.variant().equals(SampleRun.POOL) ? 1 : 10)
                                * (900 + 100 * (t.block() % 3)));
        assertThat(enough(UP_TO_TEN, different.subList(0, 10))).isTrue();
    }

    /// The interval reaches from 0 to infinity.
    @Test
    void a_run_with_an_infinite_interval_goes_on() {
        var early = SampleRun.manifest(SampleRun.experiment(2, 1_000));
        var results =
                early.plan().stream()
                        .limit(4)
                        .map(t ->
                                SampleRun.result(
                                        t,
                                        SampleRun.completed(
                                                t.variant().equals(SampleRun.POOL)
                                                        ? 1_000
                                                        : t.block() == 1 ? 10 : 1_000,
                                                400)))
                        .toList();
        assertThat(enough(early, results)).isFalse();
    }

    @Test
    void a_run_with_wide_intervals_goes_on() {
        var noisy =
                run(t -> t.variant().equals(SampleRun.POOL) ? 1_000 : 800 + 200 * (t.block() % 3));
        assertThat(enough(UP_TO_TEN, noisy.subList(0, 6))).isFalse();
        assertThat(enough(UP_TO_TEN, noisy.subList(0, 12))).isFalse();
    }

    @Test
    void a_run_that_was_precise_enough_is_not_incomplete() {
        var steady = run(t -> 995 + 5 * (t.block() % 3));
        assertThat(Analysis.of(UP_TO_TEN, steady.subList(0, 6)).findings())
                .noneMatch(Incomplete.class::isInstance);
        assertThat(Analysis.of(UP_TO_TEN, steady.subList(0, 4)).findings())
                .anyMatch(Incomplete.class::isInstance);
    }

    /// Ratios of 8, 10 and 12: six rounds decide the comparison, and not ten times as much.
    @Test
    void a_condition_on_a_run_that_was_precise_enough_does_not_make_it_incomplete() {
        var results =
                rounds(
                        UP_TO_TEN,
                        6,
                        t ->
                                t.variant().equals(SampleRun.POOL)
                                        ? 1_000
                                        : 8_000 + 2_000 * (t.block() % 3));
        var open = List.of(times(10));
        assertThat(enough(UP_TO_TEN.withFurther(open), results)).isFalse();
        var judged = Analysis.of(new StoredRun(UP_TO_TEN, results, List.of()), open);
        assertThat(judged.claims()).singleElement().matches(check -> !check.decided());
        assertThat(judged.findings()).noneMatch(Incomplete.class::isInstance);
    }

    /// The last analysis has an error of 4 %.
    @Test
    void a_report_has_the_level_of_the_analysis_that_ended_the_run() {
        var faster =
                run(t -> t.variant().equals(SampleRun.POOL) ? 1_000 : 3_980 + 20 * (t.block() % 3));
        assertReported(faster.subList(0, 6), EARLY_LEVEL);
        assertReported(faster, 0.96);
    }

    private static void assertReported(List<TrialResult> results, double level) {
        var analysis = Analysis.of(UP_TO_TEN, results);
        assertThat(analysis.confidence().ofAnalysis()).isCloseTo(level, within(1e-12));
        var figures = RunFigures.of(UP_TO_TEN, results);
        assertThat(analysis.variants().get(1).verdict().interval())
                .isEqualTo(
                        new Estimates(analysis.confidence().ofAnalysis())
                                .ratio(
                                        Metric.THROUGHPUT,
                                        figures.of(SampleRun.VIRTUAL),
                                        figures.of(SampleRun.POOL)));
    }

    /// Six rounds in which the throughput of the only variant deviates from 10,000 by d to either
    /// side have s = d * sqrt(6 / 5) and an interval of ± t[5] * d / sqrt(5). At the level of an
    /// early analysis t[5] is 6.3518. The interval is within 3 %, on a scale of ratios, up to 295.5
    /// to either side: d = 104.03.
    @ParameterizedTest
    @CsvSource({"104, true", "105, false"})
    void the_only_variant_has_the_level_of_an_analysis(int deviation, boolean enough) {
        var experiment = UP_TO_TEN.experiment();
        var alone =
                SampleRun.manifest(experiment.withVariants(experiment.variants().subList(0, 1)));
        assertThat(enough(alone, sixRounds(alone, SampleRun.POOL, deviation))).isEqualTo(enough);
    }

    /// Deviations of 140 have an interval of ± 6.3518 * 140 / sqrt(5) = 398, of which 74 % are
    /// allowed. With seven rounds it is 81 % as wide, with eight 69 %. Deviations of 1,000 need
    /// more than ten.
    @ParameterizedTest
    @CsvSource({"104, 6", "140, 8", "1000, 10"})
    void the_number_of_blocks_is_forecast_from_the_present_interval(int deviation, int blocks) {
        var experiment = UP_TO_TEN.experiment();
        var alone =
                SampleRun.manifest(experiment.withVariants(experiment.variants().subList(0, 1)));
        var results = sixRounds(alone, SampleRun.POOL, deviation);
        assertThat(StoppingRule.expectedBlocks(alone, RunFigures.of(alone, results)))
                .hasValue(blocks);
    }

    /// Two rounds with s = 0.0106 on a logarithmic scale: t[1] is 445.6 at the level of an early
    /// analysis, and the interval ± 3.34. After three rounds t[2] is 26.4, and it is ± 0.162: a
    /// ratio of 2 is decided. A ratio of 1 is within 3 % after six, ± 0.0275.
    @ParameterizedTest
    @CsvSource({"2000, 3", "1000, 6"})
    void a_comparison_is_expected_to_be_decided_once_its_interval_is(int middle, int blocks) {
        var two =
                run(t ->
                                t.variant().equals(SampleRun.POOL)
                                        ? 1_000
                                        : middle + middle * 3 / 400 * (2 * t.block() - 3))
                        .subList(0, 4);
        assertThat(StoppingRule.expectedBlocks(UP_TO_TEN, RunFigures.of(UP_TO_TEN, two)))
                .hasValue(blocks);
    }

    /// Deviations of 68 of 10,000 in two rounds: s = 0.009617. At the level of one of two intervals
    /// t[4] is 9.3983 and t[5] 7.3884, so that it is ± 0.0404 after five rounds and ± 0.0290 after
    /// six, within ln(1.03) = 0.0296. With t[5] / t[1] = 6.3518 / 445.63 of a single interval the
    /// present ± 6.06 would be ± 0.0499 then.
    @Test
    void the_forecast_of_two_comparisons_has_their_level() {
        var three = manifest(List.of(), 0.01, THIRD);
        var two = rounds(three, 2, t -> tenThousand(t, SampleRun.VIRTUAL, 68));
        assertThat(StoppingRule.expectedBlocks(three, RunFigures.of(three, two))).hasValue(6);
    }

    @Test
    void nothing_is_forecast_within_a_block_or_for_a_fixed_number() {
        var steady = run(t -> 995 + 5 * (t.block() % 3));
        for (int trials : new int[] {0, 2, 5}) {
            var figures = RunFigures.of(UP_TO_TEN, steady.subList(0, trials));
            assertThat(StoppingRule.expectedBlocks(UP_TO_TEN, figures)).as("%d", trials).isEmpty();
        }
        var fixed = RunFigures.of(SampleRun.manifest(), SampleRun.trials());
        assertThat(StoppingRule.expectedBlocks(SampleRun.manifest(), fixed)).isEmpty();
    }

    /// The same deviations of a logarithm of the ratio, at the level of one of two intervals: t[5]
    /// = 7.3884, and within ln(1.03) = 0.029559 up to d = 0.0089458. The margin is smaller, so that
    /// no comparison is decided.
    @ParameterizedTest
    @CsvSource({"89, true", "90, false"})
    void two_comparisons_share_the_error_of_an_analysis(int deviation, boolean enough) {
        var three = manifest(List.of(), 0.01, THIRD);
        assertThat(enough(three, sixRounds(three, SampleRun.VIRTUAL, deviation))).isEqualTo(enough);
        assertThat(enough(three, sixRounds(three, THIRD.name(), deviation))).isEqualTo(enough);
    }

    /// The first claim is undecided, the second is supported.
    @ParameterizedTest
    @CsvSource({"89, true", "90, false"})
    void two_claims_share_the_error_of_an_analysis(int deviation, boolean enough) {
        var claiming = claiming(times(1), times(0.5));
        assertThat(enough(claiming, sixRounds(claiming, SampleRun.VIRTUAL, deviation)))
                .isEqualTo(enough);
    }

    /// Ratios of 8, 10 and 12: ten times as much is undecided, twice as much is not.
    @Test
    void claims_decide_instead_of_comparisons() {
        ToIntFunction<Trial> faster =
                t -> t.variant().equals(SampleRun.POOL) ? 1_000 : 8_000 + 2_000 * (t.block() % 3);
        assertThat(enough(UP_TO_TEN, rounds(UP_TO_TEN, 6, faster))).isTrue();
        var undecided = claiming(times(10));
        assertThat(enough(undecided, rounds(undecided, 6, faster))).isFalse();
        var supported = claiming(times(2));
        assertThat(enough(supported, rounds(supported, 6, faster))).isTrue();
        var both = claiming(times(2), times(10));
        assertThat(enough(both, rounds(both, 6, faster))).isFalse();
    }

    /// 10,000 responses per second, and alternately more and fewer of one variant.
    private static List<TrialResult> sixRounds(
            RunManifest manifest, String variant, int deviation) {
        return rounds(manifest, 6, t -> tenThousand(t, variant, deviation));
    }

    private static int tenThousand(Trial trial, String variant, int deviation) {
        return trial.variant().equals(variant)
                ? 10_000 + (trial.block() % 2 == 0 ? deviation : -deviation)
                : 10_000;
    }

    private static Claim times(double factor) {
        return new Claim(
                "times " + factor,
                SampleRun.VIRTUAL,
                Metric.THROUGHPUT,
                new Relation.Above(),
                new Target.Times(factor, SampleRun.POOL));
    }

    private static RunManifest claiming(Claim... claims) {
        return manifest(List.of(claims), 0.03);
    }

    private static RunManifest manifest(List<Claim> claims, double margin, Variant... further) {
        var experiment = UP_TO_TEN.experiment();
        var variants = Stream.concat(experiment.variants().stream(), Stream.of(further)).toList();
        return SampleRun.manifest(
                experiment
                        .withVariants(variants)
                        .withCriteria(new Criteria(Metric.THROUGHPUT, margin, claims)));
    }

    private static List<TrialResult> run(ToIntFunction<Trial> responsesPerSecond) {
        return rounds(UP_TO_TEN, 10, responsesPerSecond);
    }

    private static List<TrialResult> rounds(
            RunManifest manifest, int rounds, ToIntFunction<Trial> responsesPerSecond) {
        return manifest.plan().stream()
                .filter(t -> t.block() <= rounds)
                .map(t ->
                        SampleRun.result(
                                t,
                                SampleRun.completed(
                                        responsesPerSecond.applyAsInt(t), RESPONSE_MILLIS)))
                .toList();
    }
}

package dev.loombench.analysis.validity.spread;

import static dev.loombench.ChangedSampleRun.findings;
import static dev.loombench.ChangedSampleRun.grown;
import static dev.loombench.ChangedSampleRun.seen;
import static dev.loombench.ChangedSampleRun.severity;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.SampleRun;
import dev.loombench.experiment.Metric;
import dev.loombench.observe.result.MetricId;
import dev.loombench.result.RunManifest;
import dev.loombench.result.Trial;
import dev.loombench.result.TrialOutcome.Completed;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The conditions that raise findings about outlying trials and groups of trials. Trials differ by
/// half a percent, and the margin is 3 %.
class SpreadFindingTest {
    private static final int[] NOISE = {2, -5, 1, 4, -3, 5, -1, -2};

    /// Throughput of seven blocks; the eighth, block 3, differs in each test.
    private static final int[] OTHERS = {1_003, 992, 0, 1_006, 995, 1_008, 998, 997};

    private static Completed outlying(Trial trial, int perSecond) {
        return SampleRun.completed(
                trial.number() == 5 ? perSecond : OTHERS[trial.block() - 1], 400);
    }

    private static Completed outlyingInFirst(Trial trial, int perSecond) {
        return trial.block() == 3 && trial.number() != 5
                ? SampleRun.completed(1_000, 400)
                : outlying(trial, perSecond);
    }

    /// The median is 997.5 or 1,000.5, and the MAD is 5.5: 42.4 are 5.2 times 1.4826 of it, which
    /// one of eight trials is off by chance. The gap to the next trial is 6 standard deviations of
    /// the others, too few for a kind of its own.
    @ParameterizedTest
    @CsvSource({"956, none", "955, note", "1042, none", "1043, note"})
    void a_trial_is_an_outlier_beyond_chance(int perSecond, String severity) {
        var found = findings(of(8), t -> outlyingInFirst(t, perSecond));
        assertThat(severity(OutlyingTrial.class, found)).isEqualTo(severity);
        assertThat(found).noneMatch(BimodalTrials.class::isInstance);
    }

    /// The three others differ by a few tenths of a percent: the gap of 36 % is 100 standard
    /// deviations, above the limit of 31.
    @Test
    void one_process_of_four_is_a_kind_of_its_own_and_kept() {
        var found = bimodal(4, trial -> throughput(trial, Set.of(2), 700)).getFirst();
        assertThat(found.trials()).containsExactly(3);
        assertThat(found.completed()).isEqualTo(4);
        assertThat(found.level()).isCloseTo(695, within(1e-6));
        assertThat(found.factor()).isCloseTo(0.695, within(0.002));
    }

    /// Both variants had 700/s in block 2: the machine was slow, and not a process.
    @Test
    void a_slow_block_of_all_variants_is_no_kind_of_process() {
        var found =
                findings(
                        of(4),
                        t -> SampleRun.completed(t.block() == 2 ? 700 : 1_000 + t.number(), 400));
        assertThat(found).noneMatch(BimodalTrials.class::isInstance);
    }

    /// Trials 5 and 11 of the plan are those of the pool in blocks 3 and 6.
    @Test
    void two_separated_groups_of_trials_are_a_finding() {
        var found = bimodal(8, trial -> throughput(trial, Set.of(3, 6), 900));
        assertThat(found).hasSize(1);
        assertThat(found.getFirst().trials()).containsExactly(5, 11);
        assertThat(found.getFirst().completed()).isEqualTo(8);
        assertThat(found.getFirst().metric()).isEqualTo(Metric.THROUGHPUT);
        assertThat(found.getFirst().factor()).isCloseTo(0.9, within(0.005));
        assertThat(found.getFirst().compiled()).isFalse();
    }

    @Test
    void of_groups_of_equal_size_the_upper_one_is_named() {
        var found = bimodal(6, trial -> throughput(trial, Set.of(1, 2, 3), 900)).getFirst();
        assertThat(found.trials()).containsExactly(7, 9, 11);
        assertThat(found.factor()).isCloseTo(1 / 0.9, within(0.005));
    }

    @Test
    void trials_of_a_group_are_no_outliers() {
        assertThat(findings(of(8), trial -> throughput(trial, Set.of(3, 6), 900)))
                .noneMatch(OutlyingTrial.class::isInstance);
        assertThat(findings(of(8), trial -> throughput(trial, Set.of(3), 900)))
                .noneMatch(OutlyingTrial.class::isInstance);
    }

    /// Means of 999.2/s and of 972/s or 969/s: 2.8 % or 3.1 %.
    @ParameterizedTest
    @CsvSource({"969, none", "966, note"})
    void groups_are_separated_by_more_than_the_margin(int slowPerSecond, String severity) {
        var found = findings(of(8), trial -> throughput(trial, Set.of(3, 6), slowPerSecond));
        assertThat(severity(BimodalTrials.class, found)).isEqualTo(severity);
    }

    @Test
    void a_single_group_is_none() {
        assertThat(bimodal(8, trial -> throughput(trial, Set.of(), 900))).isEmpty();
    }

    /// They alone are too near; the other variant shows that processes vary less.
    @Test
    void pairs_are_groups_where_the_other_variant_varies_little() {
        assertThat(bimodal(4, trial -> throughput(trial, Set.of(1, 2), 900)).getFirst().trials())
                .containsExactly(5, 7);
    }

    /// Throughput has no groups.
    @Test
    void instructions_show_jvms_that_compiled_the_code_in_another_way() {
        var found = bimodal(6, trial -> jvm(trial, Set.of(2, 4))).getFirst();
        assertThat(found.metric()).isEqualTo(Metric.INSTRUCTIONS_PER_REQUEST);
        assertThat(found.trials()).containsExactly(3, 7);
        assertThat(found.factor()).isCloseTo(1.13, within(0.005));
        assertThat(found.compiled()).isTrue();
        assertThat(bimodal(6, trial -> counted(trial, Set.of(2, 4))).getFirst().compiled())
                .as("no JVM")
                .isFalse();
    }

    @Test
    void among_five_trials_one_jvm_is_a_group() {
        assertThat(bimodal(5, trial -> jvm(trial, Set.of(2))).getFirst().trials())
                .containsExactly(3);
    }

    private static RunManifest of(int trials) {
        return SampleRun.manifest(SampleRun.experiment(trials, trials));
    }

    private static List<BimodalTrials> bimodal(int trials, Function<Trial, Completed> outcome) {
        return findings(of(trials), outcome).stream()
                .filter(BimodalTrials.class::isInstance)
                .map(BimodalTrials.class::cast)
                .toList();
    }

    /// @param slow blocks in which the pool has another throughput than 1,000/s
    private static Completed throughput(Trial trial, Set<Integer> slow, int slowPerSecond) {
        int perSecond = isOther(trial, slow) ? slowPerSecond : 1_000;
        return SampleRun.completed(perSecond + NOISE[trial.block() - 1], 400);
    }

    private static boolean isOther(Trial trial, Set<Integer> blocks) {
        return blocks.contains(trial.block()) && trial.variant().equals(SampleRun.POOL);
    }

    /// @param other blocks in which a request of the pool takes 1.13 times 200,000 instructions
    private static Completed counted(Trial trial, Set<Integer> other) {
        double factor = isOther(trial, other) ? 1.13 : 1;
        double instructions = factor * (200_000 + 200 * NOISE[trial.block() - 1]);
        return seen(
                SampleRun.completed(1_000, 400),
                grown(MetricId.COUNTED_INSTRUCTIONS, 2_000 * instructions));
    }

    private static Completed jvm(Trial trial, Set<Integer> other) {
        return seen(counted(trial, other), grown(MetricId.JIT_TIME, 0));
    }
}

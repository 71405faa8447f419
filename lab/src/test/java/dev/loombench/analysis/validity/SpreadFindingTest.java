package dev.loombench.analysis.validity;

import static dev.loombench.ChangedSampleRun.findings;
import static dev.loombench.ChangedSampleRun.grown;
import static dev.loombench.ChangedSampleRun.results;
import static dev.loombench.ChangedSampleRun.seen;
import static dev.loombench.ChangedSampleRun.severity;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.SampleRun;
import dev.loombench.analysis.Analysis;
import dev.loombench.analysis.validity.SpreadFinding.BimodalTrials;
import dev.loombench.analysis.validity.SpreadFinding.OutlyingTrial;
import dev.loombench.result.MetricId;
import dev.loombench.result.RunManifest;
import dev.loombench.result.Trial;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.spec.Metric;
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

    @Test
    void an_outlying_trial_is_named_and_kept() {
        var five = SampleRun.manifest(SampleRun.spec(5, 5));
        var results =
                results(
                        five,
                        t -> SampleRun.completed(t.number() == 3 ? 700 : 995 + t.block(), 400));
        var analysis = Analysis.of(five, results);
        assertThat(analysis.findings())
                .filteredOn(OutlyingTrial.class::isInstance)
                .singleElement()
                .extracting(f -> ((OutlyingTrial) f).trial())
                .isEqualTo(3);
        assertThat(analysis.variants().getFirst().throughput().ofTrials()).contains(700.0);
    }

    /// The others have 996/s to 1,000/s: the median is 998 or 999, and 3 % of it are 30. Among four
    /// trials none is an outlier.
    @ParameterizedTest
    @CsvSource({
        "5, 969, none",
        "5, 967, note",
        "5, 1028, none",
        "5, 1030, note",
        "4, 700, none",
    })
    void a_trial_is_an_outlier_beyond_the_margin_among_five(
            int trials, int perSecond, String severity) {
        var found =
                findings(
                        of(trials),
                        t ->
                                SampleRun.completed(
                                        t.number() == 3 ? perSecond : 995 + t.block(), 400));
        assertThat(severity(OutlyingTrial.class, found)).isEqualTo(severity);
    }

    /// Trials 5 and 11 of the plan are those of the pool in blocks 3 and 6.
    @Test
    void two_separated_groups_of_trials_are_a_finding() {
        var found = bimodal(8, trial -> throughput(trial, Set.of(3, 6), 900));
        assertThat(found).hasSize(2);
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
                .hasAtLeastOneElementOfType(OutlyingTrial.class)
                .noneMatch(BimodalTrials.class::isInstance);
    }

    /// Means of 999.2/s and of 972/s or 969/s: 2.8 % or 3.1 %.
    @ParameterizedTest
    @CsvSource({"969, none", "966, note"})
    void groups_are_separated_by_more_than_the_margin(int slowPerSecond, String severity) {
        var found = findings(of(8), trial -> throughput(trial, Set.of(3, 6), slowPerSecond));
        assertThat(severity(BimodalTrials.class, found)).isEqualTo(severity);
    }

    @Test
    void a_single_group_and_groups_of_four_trials_are_none() {
        assertThat(bimodal(8, trial -> throughput(trial, Set.of(), 900))).isEmpty();
        assertThat(bimodal(4, trial -> throughput(trial, Set.of(1, 2), 900))).isEmpty();
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
        assertThat(bimodal(6, trial -> jvm(trial, Set.of(2)))).isEmpty();
    }

    private static RunManifest of(int trials) {
        return SampleRun.manifest(SampleRun.spec(trials, trials));
    }

    private static List<BimodalTrials> bimodal(int trials, Function<Trial, Completed> outcome) {
        return findings(of(trials), outcome).stream()
                .filter(BimodalTrials.class::isInstance)
                .map(BimodalTrials.class::cast)
                .toList();
    }

    /// @param slow blocks with another throughput than 1,000/s
    private static Completed throughput(Trial trial, Set<Integer> slow, int slowPerSecond) {
        int perSecond = slow.contains(trial.block()) ? slowPerSecond : 1_000;
        return SampleRun.completed(perSecond + NOISE[trial.block() - 1], 400);
    }

    /// @param other blocks in which a request takes 1.13 times 200,000 instructions
    private static Completed counted(Trial trial, Set<Integer> other) {
        double factor = other.contains(trial.block()) ? 1.13 : 1;
        double instructions = factor * (200_000 + 200 * NOISE[trial.block() - 1]);
        return seen(
                SampleRun.completed(1_000, 400),
                grown(MetricId.COUNTED_INSTRUCTIONS, 2_000 * instructions));
    }

    private static Completed jvm(Trial trial, Set<Integer> other) {
        return seen(counted(trial, other), grown(MetricId.JIT_TIME, 0));
    }
}

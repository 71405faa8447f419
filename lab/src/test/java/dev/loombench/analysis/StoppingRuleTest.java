package dev.loombench.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleRun;
import dev.loombench.analysis.validity.EvidenceFinding.Incomplete;
import dev.loombench.result.RunManifest;
import dev.loombench.result.Trial;
import dev.loombench.result.TrialResult;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.ToIntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StoppingRuleTest {
    /// More with `-Dloombench.proof=long`.
    private static final int RUNS =
            "long".equals(System.getProperty("loombench.proof")) ? 1_000 : 30;

    private static final RunManifest UP_TO_TEN = SampleRun.manifest(SampleRun.spec(3, 10));

    @Test
    void a_fixed_number_of_trials_is_never_cut_short() {
        assertThat(StoppingRule.enough(SampleRun.manifest(), SampleRun.trials())).isFalse();
    }

    @Test
    void narrow_intervals_are_enough_after_the_least_number_of_rounds() {
        var steady = run(t -> 995 + 5 * (t.block() % 3));
        assertThat(StoppingRule.enough(UP_TO_TEN, steady.subList(0, 4))).isFalse();
        assertThat(StoppingRule.enough(UP_TO_TEN, steady.subList(0, 6))).isTrue();
    }

    @Test
    void only_whole_rounds_are_looked_at() {
        var steady = run(t -> 995 + 5 * (t.block() % 3));
        assertThat(StoppingRule.enough(UP_TO_TEN, steady.subList(0, 7))).isFalse();
        assertThat(StoppingRule.enough(UP_TO_TEN, steady.subList(0, 8))).isTrue();
    }

    @Test
    void a_clear_difference_is_enough_however_wide_its_interval() {
        // 10 % about 1,000 and 10,000
        var apart =
                run(t ->
                        (t.variant().equals(SampleRun.POOL) ? 1 : 10)
                                * (900 + 100 * (t.block() % 3)));
        assertThat(StoppingRule.enough(UP_TO_TEN, apart.subList(0, 10))).isTrue();
    }

    /// By then an interval reaches from nothing to beyond any number.
    @Test
    void two_rounds_that_differ_without_end_go_on() {
        var early = SampleRun.manifest(SampleRun.spec(2, 1_000));
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
        assertThat(StoppingRule.enough(early, results)).isFalse();
    }

    @Test
    void wide_intervals_about_the_same_go_on() {
        var noisy = run(t -> 800 + 200 * (t.block() % 3));
        assertThat(StoppingRule.enough(UP_TO_TEN, noisy.subList(0, 6))).isFalse();
        assertThat(StoppingRule.enough(UP_TO_TEN, noisy.subList(0, 12))).isFalse();
    }

    @Test
    void a_run_that_was_precise_enough_is_not_incomplete() {
        var steady = run(t -> 995 + 5 * (t.block() % 3));
        assertThat(Analysis.of(UP_TO_TEN, steady.subList(0, 6)).findings())
                .noneMatch(Incomplete.class::isInstance);
        assertThat(Analysis.of(UP_TO_TEN, steady.subList(0, 4)).findings())
                .anyMatch(Incomplete.class::isInstance);
    }

    /// Eight looks at equal servers. A look in each of which 5 % were wrong would see a difference
    /// in 14 % of runs. The margin is 3 %: at that spread intervals are often narrow enough early.
    @ParameterizedTest
    @ValueSource(doubles = {0.03, 0.1})
    void looking_again_and_again_does_not_raise_false_alarms(double spread) {
        int alarms = 0;
        for (int i = 0; i < RUNS; i++) {
            var random = new SplittableRandom(i);
            var same = run(_ -> (int) Math.round(1_000 * (1 + spread * random.nextGaussian())));
            int trials = 6;
            while (trials < same.size()
                    && !StoppingRule.enough(UP_TO_TEN, same.subList(0, trials))) {
                trials += 2;
            }
            alarms += isAlarm(same.subList(0, trials)) ? 1 : 0;
        }
        // At 5 % more than these are due in one of 100 test suites.
        assertThat(alarms).isLessThanOrEqualTo(RUNS == 30 ? 5 : 67);
    }

    private static boolean isAlarm(List<TrialResult> results) {
        var verdict = Analysis.of(UP_TO_TEN, results).variants().get(1).verdict();
        return verdict instanceof Verdict.Better || verdict instanceof Verdict.Worse;
    }

    private static List<TrialResult> run(ToIntFunction<Trial> answersPerSecond) {
        return UP_TO_TEN.plan().stream()
                .map(t ->
                        SampleRun.result(
                                t, SampleRun.completed(answersPerSecond.applyAsInt(t), 400)))
                .toList();
    }
}

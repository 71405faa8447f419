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
        // 10 % about 1,000 and 10,000
        var different =
                run(t ->
                        (t.variant().equals(SampleRun.POOL) ? 1 : 10)
                                * (900 + 100 * (t.block() % 3)));
        assertThat(enough(UP_TO_TEN, different.subList(0, 10))).isTrue();
    }

    /// The interval reaches from 0 to infinity.
    @Test
    void a_run_with_an_infinite_interval_goes_on() {
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
        assertThat(enough(early, results)).isFalse();
    }

    @Test
    void a_run_with_wide_intervals_goes_on() {
        var noisy = run(t -> 800 + 200 * (t.block() % 3));
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

    /// Eight analyses of equal servers. With 5 % errors in each, 14 % of runs would find a
    /// difference. The margin is 3 %: with that spread intervals are often narrow enough early.
    @ParameterizedTest
    @ValueSource(doubles = {0.03, 0.1})
    void repeated_analyses_keep_the_false_alarm_rate(double spread) {
        int alarms = 0;
        for (int i = 0; i < RUNS; i++) {
            var random = new SplittableRandom(i);
            var same = run(_ -> (int) Math.round(1_000 * (1 + spread * random.nextGaussian())));
            int trials = 6;
            while (trials < same.size() && !enough(UP_TO_TEN, same.subList(0, trials))) {
                trials += 2;
            }
            alarms += isAlarm(same.subList(0, trials)) ? 1 : 0;
        }
        // At a rate of 5 %, one of 100 test suites exceeds these.
        assertThat(alarms).isLessThanOrEqualTo(RUNS == 30 ? 5 : 67);
    }

    private static boolean isAlarm(List<TrialResult> results) {
        var verdict = Analysis.of(UP_TO_TEN, results).variants().get(1).verdict();
        return verdict instanceof Verdict.Better || verdict instanceof Verdict.Worse;
    }

    private static List<TrialResult> run(ToIntFunction<Trial> responsesPerSecond) {
        return UP_TO_TEN.plan().stream()
                .map(t ->
                        SampleRun.result(
                                t, SampleRun.completed(responsesPerSecond.applyAsInt(t), 400)))
                .toList();
    }
}

package dev.loombench.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleRun;
import dev.loombench.analysis.validity.EvidenceFinding.Incomplete;
import dev.loombench.result.RunManifest;
import dev.loombench.result.Trial;
import dev.loombench.result.TrialResult;
import dev.loombench.spec.Confidence;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.ToIntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StoppingRuleTest {
    private static final int RUNS = 500;

    /// Short, so that histograms are small: 50,000 trials are simulated.
    private static final int RESPONSE_MILLIS = 1;

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

    /// Eight analyses of equal servers. With 5 % errors in each, 14 % of runs would find a
    /// difference. The margin is 3 %: with the smaller spread intervals are often narrow enough
    /// early. A share of 5 % of 500 runs has a standard error of one point.
    @ParameterizedTest
    @ValueSource(doubles = {0.03, 0.1})
    void repeated_analyses_keep_the_false_alarm_rate(double spread) {
        int alarms = 0;
        for (int i = 0; i < RUNS; i++) {
            alarms += isDifference(verdictAtStop(new SplittableRandom(i), 1, spread)) ? 1 : 0;
        }
        assertThat((double) alarms / RUNS).isBetween(0.01, 0.065);
    }

    /// A run that stops early may do so because its spread is small by chance, when its interval is
    /// too narrow.
    @ParameterizedTest
    @ValueSource(doubles = {0.01, 0.03, 0.1})
    void the_intervals_of_stopped_runs_contain_the_true_ratio(double spread) {
        double truth = 1.1;
        int covered = 0;
        for (int i = 0; i < RUNS; i++) {
            var verdict = verdictAtStop(new SplittableRandom(i), truth, spread);
            covered += verdict.interval().orElseThrow().contains(truth) ? 1 : 0;
        }
        // The early analyses share 1 %: a run that ends at one of them has a wide interval.
        assertThat((double) covered / RUNS).isBetween(0.935, spread < 0.03 ? 1 : 0.985);
    }

    private static Verdict verdictAtStop(SplittableRandom random, double ratio, double spread) {
        var all =
                run(t ->
                        (int)
                                Math.round(
                                        1_000
                                                * (t.variant().equals(SampleRun.POOL) ? 1 : ratio)
                                                * (1 + spread * random.nextGaussian())));
        var spec = UP_TO_TEN.spec();
        var figures = RunFigures.of(UP_TO_TEN, List.of());
        boolean early = false;
        for (int trials = 0; trials < all.size() && !early; trials++) {
            figures.add(all.get(trials));
            early = trials + 1 < all.size() && StoppingRule.enough(UP_TO_TEN, figures);
        }
        var estimates = new Estimates(new Confidence(spec, early).ofComparison());
        return new Comparison(spec.metric(), spec.margin(), estimates)
                .of(figures.of(SampleRun.VIRTUAL), figures.of(SampleRun.POOL));
    }

    private static boolean isDifference(Verdict verdict) {
        return verdict instanceof Verdict.Better
                || verdict instanceof Verdict.Worse
                || verdict instanceof Verdict.Different;
    }

    private static List<TrialResult> run(ToIntFunction<Trial> responsesPerSecond) {
        return UP_TO_TEN.plan().stream()
                .map(t ->
                        SampleRun.result(
                                t,
                                SampleRun.completed(
                                        responsesPerSecond.applyAsInt(t), RESPONSE_MILLIS)))
                .toList();
    }
}

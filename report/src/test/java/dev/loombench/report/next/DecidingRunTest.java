package dev.loombench.report.next;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleRun;
import dev.loombench.SampleSweep;
import dev.loombench.analysis.Analysis;
import dev.loombench.analysis.comparison.Verdict;
import dev.loombench.analysis.finding.ResultFinding;
import dev.loombench.analysis.sweep.Sweep;
import dev.loombench.analysis.validity.machine.ConcurrentRun;
import dev.loombench.analysis.validity.percentile.TailFinding;
import dev.loombench.analysis.validity.response.ResponseFinding.RequestsUnfinished;
import dev.loombench.analysis.validity.stationarity.NotSteady;
import dev.loombench.experiment.Metric;
import dev.loombench.result.Invocation;
import dev.loombench.result.Steadiness.State;
import dev.loombench.stats.BlocksNeeded;
import dev.loombench.stats.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class DecidingRunTest {
    private static final Invocation COMPARE =
            new Invocation(
                    List.of("compare", "app.jar", "--models=pool:200,virtual", "--warm-up=1m"));

    private static ResultFinding rising(double seconds) {
        return new NotSteady(
                "virtual",
                Metric.THROUGHPUT,
                State.RISING,
                3,
                3,
                seconds,
                20_000,
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                true,
                true);
    }

    private static Verdict undecided(int low, int high) {
        return new Verdict.Undecided(
                new Interval(0.9, 1.12, 1.4), 4, new BlocksNeeded(low, high, false));
    }

    private static Optional<String> line(
            Invocation typed, List<ResultFinding> invalid, Verdict... verdicts) {
        return DecidingRun.of(typed, SampleRun.experiment(), invalid, List.of(verdicts))
                .map(NextCommand::command);
    }

    /// Eight trials of 120 s of warm-up, 2 s of window and 15 s besides are 18:16; of 7,200 s of
    /// warm-up 16:02:16 h.
    @Test
    void a_comparison_that_is_not_steady_gets_the_budget_for_longer_warm_ups() {
        assertThat(line(COMPARE, List.of(rising(60.2)), new Verdict.Baseline()))
                .contains("loombench compare app.jar --models pool:200,virtual --budget 20m");
        assertThat(line(COMPARE.with(List.of("--budget"), "5m"), List.of(rising(60), rising(90))))
                .contains("loombench compare app.jar --models pool:200,virtual --budget 30m");
        assertThat(line(COMPARE, List.of(rising(3_600))))
                .contains("loombench compare app.jar --models pool:200,virtual --budget 965m");
    }

    @Test
    void an_experiment_gets_the_warm_up() {
        var run = new Invocation(List.of("run", "mine.yaml"));
        assertThat(line(run, List.of(rising(15.1))))
                .contains("loombench run mine.yaml --warm-up 30s");
    }

    @Test
    void an_undecided_run_gets_the_processes_that_decide() {
        assertThat(line(COMPARE.with(List.of("--budget"), "5m"), List.of(), undecided(7, 19)))
                .contains(
                        "loombench compare app.jar --models pool:200,virtual --warm-up 1m --trials 19");
        assertThat(line(COMPARE, List.of(), undecided(7, 19), undecided(30, 1_001)))
                .hasValueSatisfying(line -> assertThat(line).endsWith(" --trials 30"));
        assertThat(line(COMPARE, List.of(), undecided(800, 1_001))).isEmpty();
    }

    /// 250 responses in 5 s, some of them beyond p99.
    private static ResultFinding few(double beyond) {
        return new TailFinding(
                "pool",
                TailFinding.Percentile.of(Metric.P99),
                false,
                250,
                beyond,
                5,
                List.of(Metric.P99),
                true);
    }

    @Test
    void windows_that_are_too_short_are_repeated_as_long_as_the_longest_needs_to_be() {
        var longer = "loombench compare app.jar --models pool:200,virtual --warm-up 1m -d 50s";
        assertThat(line(COMPARE, List.of(few(2.5), few(1)))).contains(longer);
        assertThat(line(COMPARE.with(List.of("-d"), "5s"), List.of(few(1)))).contains(longer);
        assertThat(line(COMPARE, List.of(few(1), new RequestsUnfinished("pool", 3)))).isEmpty();
        assertThat(line(COMPARE, List.of(new RequestsUnfinished("pool", 3)))).isEmpty();
    }

    /// 50,000 s for each of the trials.
    @Test
    void windows_of_many_hours_have_a_lower_percentile_instead_or_their_time() {
        assertThat(line(COMPARE.with(List.of("--metric"), "p99"), List.of(few(0.001))))
                .contains(
                        "loombench compare app.jar --models pool:200,virtual --warm-up 1m --metric p95");
        var run = new Invocation(List.of("run", "mine.yaml"));
        assertThat(DecidingRun.of(run, SampleRun.experiment(), List.of(few(0.001)), List.of()))
                .hasValueSatisfying(next -> {
                    assertThat(next.command()).isEqualTo("loombench run mine.yaml -d 50000s");
                    assertThat(next.why()).matches(".*; \\d+ h in all");
                });
        assertThat(line(run, List.of(few(0)))).as("endless").isEmpty();
    }

    /// Warm-ups beside another run show nothing of their length.
    @Test
    void a_disturbed_run_is_repeated_when_the_other_has_ended() {
        var disturbed = List.of(new ConcurrentRun(), rising(60));
        assertThat(line(COMPARE.with("--no-wait"), disturbed, undecided(7, 19)))
                .contains(
                        "loombench compare app.jar --models pool:200,virtual --warm-up 1m --wait");
    }

    @Test
    void the_file_of_the_experiment_is_not_written_again() {
        var typed = COMPARE.with(List.of("--write"), "mine.yaml");
        assertThat(line(typed, List.of(rising(60)))).isEqualTo(line(COMPARE, List.of(rising(60))));
        assertThat(line(typed, List.of(), undecided(7, 19)))
                .isEqualTo(line(COMPARE, List.of(), undecided(7, 19)));
        assertThat(line(typed, List.of(new ConcurrentRun())))
                .isEqualTo(line(COMPARE, List.of(new ConcurrentRun())));
    }

    /// Levels of 50 and 100 users whose virtual threads respond 1,000 times per second in the
    /// second of three blocks, and by a factor more and less in the others.
    private static Sweep sweep(double... factors) {
        var manifest = SampleRun.typed("compare", "app.jar", "-c=50", "--budget=5m");
        var levels = new ArrayList<Sweep.Level>();
        for (double factor : factors) {
            var results =
                    manifest.plan().stream()
                            .map(trial -> {
                                boolean pool = trial.variant().equals(SampleRun.POOL);
                                double rate =
                                        1_000 * Math.pow(pool ? 1 : factor, trial.block() - 2);
                                return SampleRun.result(
                                        trial,
                                        SampleRun.completed(
                                                (int) rate, (int) Math.round(400_000 / rate)));
                            })
                            .toList();
            levels.add(new Sweep.Level(50 << levels.size(), Analysis.of(manifest, results)));
        }
        return new Sweep(levels, List.of());
    }

    @Test
    void the_undecided_levels_of_a_sweep_are_repeated_together() {
        assertThat(DecidingRun.ofSweep(sweep(1.04, 1.05)).map(NextCommand::command))
                .hasValueSatisfying(line ->
                        assertThat(line)
                                .matches("loombench compare app.jar -c 50,100 --trials \\d+"));
        assertThat(DecidingRun.ofSweep(sweep(1.001, 1.04)).map(NextCommand::command))
                .hasValueSatisfying(line -> assertThat(line).contains(" -c 100 "));
    }

    @Test
    void a_spread_that_no_number_of_processes_overcomes_gets_longer_windows() {
        var next =
                DecidingRun.ofLevels(
                        COMPARE, SampleRun.experiment(), List.of(), List.of(undecided(800, 1_001)));
        assertThat(next.map(NextCommand::command))
                .contains("loombench compare app.jar --models pool:200,virtual --warm-up 1m -d 4s");
        assertThat(DecidingRun.ofLevels(COMPARE, SampleRun.experiment(), List.of(), List.of()))
                .isEmpty();
    }

    @Test
    void a_decided_sweep_is_not_repeated() {
        assertThat(DecidingRun.ofSweep(sweep(1.001, 1.001))).isEmpty();
        assertThat(DecidingRun.ofSweep(SampleSweep.of(1_000, 1_100))).isEmpty();
    }

    @Test
    void nothing_is_offered_where_time_does_not_help() {
        assertThat(line(COMPARE, List.of(), new Verdict.Baseline())).isEmpty();
        assertThat(line(Invocation.UNKNOWN, List.of(rising(60)))).isEmpty();
        assertThat(line(new Invocation(List.of("reproduce")), List.of(rising(60)))).isEmpty();
    }
}

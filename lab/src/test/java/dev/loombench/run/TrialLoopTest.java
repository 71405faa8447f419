package dev.loombench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.ChangedSampleRun;
import dev.loombench.SampleRun;
import dev.loombench.analysis.Analysis;
import dev.loombench.analysis.validity.evidence.Incomplete;
import dev.loombench.experiment.TrialCount;
import dev.loombench.observe.result.Observation.ThreadDump;
import dev.loombench.result.Interleaving;
import dev.loombench.result.RunManifest;
import dev.loombench.result.Trial;
import dev.loombench.result.TrialOutcome;
import dev.loombench.result.TrialOutcome.Failed;
import dev.loombench.result.TrialResult;
import dev.loombench.run.trial.EndFailed;
import dev.loombench.run.trial.TrialRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/// The sample's plan: trials 1, 3 and 5 of the pool, 2, 4 and 6 of virtual threads.
class TrialLoopTest {
    private final List<Integer> executed = new ArrayList<>();
    private static final RunManifest INTERLEAVED = SampleRun.interleaved(SampleRun.experiment());
    private static final Path FOLDER = Path.of("results/run");

    private final List<Integer> listedThreads = new ArrayList<>();
    private final List<TrialResult> stored = new ArrayList<>();
    private final List<RunEvent> events = new ArrayList<>();
    private long now;

    /// Each trial takes 9 s.
    private void run(
            RunManifest manifest,
            List<TrialResult> finished,
            Function<Trial, TrialOutcome> outcomes)
            throws InterruptedException {
        new TrialLoop(manifest, FOLDER, finished, events::add, () -> now, Duration.ZERO)
                .run(
                        trials -> trials.stream().map(t -> execute(t, outcomes)).toList(),
                        stored::add);
    }

    private TrialResult execute(TrialRequest request, Function<Trial, TrialOutcome> outcomes) {
        var trial = request.trial();
        executed.add(trial.number());
        if (request.listThreads()) {
            listedThreads.add(trial.number());
        }
        request.progress().update("starting", Duration.ZERO, 0);
        now += Duration.ofSeconds(9).toNanos();
        return SampleRun.result(trial, outcomes.apply(trial));
    }

    private static TrialOutcome figures(Trial trial) {
        return trial.variant().equals(SampleRun.POOL)
                ? SampleRun.completed(1_000, 400)
                : SampleRun.completed(4_000, 100);
    }

    @Test
    void a_resumed_run_executes_the_trials_without_a_result_in_order() throws Exception {
        var trials = SampleRun.trials();
        run(
                SampleRun.manifest(),
                List.of(trials.get(0), trials.get(3), trials.get(4)),
                TrialLoopTest::figures);
        assertThat(executed).containsExactly(2, 3, 6);
        assertThat(stored).extracting(r -> r.trial().number()).containsExactly(2, 3, 6);
    }

    @Test
    void events_have_the_estimated_remaining_time() throws Exception {
        run(SampleRun.manifest(), SampleRun.trials().subList(0, 4), TrialLoopTest::figures);
        assertThat(events)
                .extracting(event ->
                        switch (event) {
                            case RunEvent.Progress p -> p.remaining();
                            case RunEvent.TrialEnded e -> e.remaining();
                            default -> throw new AssertionError(event);
                        })
                .as("2 trials of 8 s by the experiment, then 1 of 9 s")
                .containsExactly(
                        Duration.ofSeconds(16),
                        Duration.ofSeconds(9),
                        Duration.ofSeconds(9),
                        Duration.ZERO);
    }

    @Test
    void a_variant_whose_first_trial_did_not_start_is_not_executed_again() throws Exception {
        var failed = new Failed("launch", "it exited with 7", List.of());
        run(
                SampleRun.manifest(),
                List.of(),
                trial -> trial.variant().equals(SampleRun.POOL) ? failed : figures(trial));
        assertThat(executed).containsExactly(1, 2, 4, 6);
        assertThat(stored).hasSize(6);
        assertThat(stored.get(2).outcome())
                .isInstanceOfSatisfying(
                        Failed.class, f -> assertThat(f.reason()).contains("after trial 1"));
    }

    @Test
    void threads_are_listed_until_a_trial_of_the_variant_has_a_list() throws Exception {
        var dump = new ThreadDump("attach", 4_000_000_000L, 20, 2, 0, List.of());
        run(
                SampleRun.manifest(),
                List.of(),
                trial ->
                        trial.number() == 3 || trial.number() == 2
                                ? SampleRun.completed(1_000, 400).with(List.of(dump))
                                : SampleRun.completed(1_000, 400));
        assertThat(executed).hasSize(6);
        assertThat(listedThreads).containsExactly(1, 2, 3);
    }

    @Test
    void a_lost_agent_ends_the_run_and_its_trial_is_measured_again() throws Exception {
        var lost = new Failed("agents", "the agent 10.0.0.2:7800 left", List.of());
        run(SampleRun.manifest(), List.of(), trial -> trial.number() == 2 ? lost : figures(trial));
        assertThat(executed).containsExactly(1, 2);
        assertThat(stored).hasSize(2);
        assertThat(events.getLast())
                .isEqualTo(new RunEvent.AgentLost(FOLDER, "the agent 10.0.0.2:7800 left"));
        assertThat(Resumption.of(SampleRun.manifest(), stored).remaining())
                .extracting(Trial::number)
                .containsExactly(2, 3, 4, 5, 6);
    }

    @Test
    void a_run_that_is_precise_enough_ends_early() throws Exception {
        run(SampleRun.manifest(SampleRun.experiment(3, 10)), List.of(), TrialLoopTest::figures);
        assertThat(executed).containsExactly(1, 2, 3, 4, 5, 6);
        assertThat(events.getLast()).isEqualTo(new RunEvent.PreciseEnough(6, 20));
    }

    /// Blocks of 18 s: after the fourth, 8 s remain.
    @Test
    void a_run_ends_after_the_last_block_that_fits_its_budget() throws Exception {
        var manifest = within(80);
        var shortened = shortened(manifest, List.of(), Duration.ZERO).orElseThrow();
        assertThat(executed).hasSize(8);
        assertThat(events.getLast()).isEqualTo(new RunEvent.BudgetSpent(8, 20));
        assertThat(shortened.plan()).isEqualTo(manifest.plan().subList(0, 8));
        assertThat(shortened.experiment().trials())
                .isEqualTo(TrialCount.exactly(4).within(Duration.ofSeconds(80)));
        assertThat(shortened.adjustments())
                .containsExactly(
                        "4 of at most 10 blocks, since no further one fitted the budget of 80s");
        assertThat(Analysis.of(shortened, stored).findings())
                .noneMatch(Incomplete.class::isInstance);
        assertThat(Resumption.of(shortened, stored).remaining()).isEmpty();
    }

    /// After three blocks, 54 s and the 30 s before them are spent.
    @Test
    void what_was_spent_before_counts() throws Exception {
        assertThat(shortened(within(90), List.of(), Duration.ofSeconds(30))).isPresent();
        assertThat(executed).hasSize(6);
    }

    @Test
    void a_run_is_not_ended_before_its_third_block_nor_where_all_fit() throws Exception {
        assertThat(shortened(within(1), List.of(), Duration.ZERO).orElseThrow().adjustments())
                .containsExactly("3 of at most 10 blocks, which took longer than the budget of 1s");
        assertThat(executed).hasSize(6);
        executed.clear();
        assertThat(shortened(within(180), List.of(), Duration.ZERO)).isEmpty();
        assertThat(executed).hasSize(20);
        assertThat(events.getLast()).isInstanceOf(RunEvent.TrialEnded.class);
    }

    /// Three trials were measured before: the second block ends after one more.
    @Test
    void a_resumed_run_has_its_budget_again() throws Exception {
        var manifest = within(40);
        var finished =
                manifest.plan().subList(0, 3).stream()
                        .map(trial -> SampleRun.result(trial, figures(trial)))
                        .toList();
        assertThat(shortened(manifest, finished, Duration.ZERO)).isPresent();
        assertThat(executed).containsExactly(4, 5, 6);
    }

    private static RunManifest within(int seconds) {
        var trials = TrialCount.exactly(10).within(Duration.ofSeconds(seconds));
        return SampleRun.manifest(SampleRun.experiment().withTrials(trials));
    }

    private Optional<RunManifest> shortened(
            RunManifest manifest, List<TrialResult> finished, Duration spent) throws Exception {
        var loop = new TrialLoop(manifest, FOLDER, finished, events::add, () -> now, spent);
        assertThat(
                        loop.run(
                                trials ->
                                        trials.stream()
                                                .map(t -> execute(t, TrialLoopTest::figures))
                                                .toList(),
                                stored::add))
                .isEmpty();
        return loop.shortened();
    }

    @Test
    void an_interrupt_ends_the_run_after_the_result_is_stored() {
        assertThatExceptionOfType(InterruptedException.class)
                .isThrownBy(() ->
                        run(
                                SampleRun.manifest(),
                                List.of(),
                                trial -> {
                                    Thread.currentThread().interrupt();
                                    return figures(trial);
                                }));
        assertThat(stored).hasSize(1);
    }

    /// A third of the second server's work falls into its rests.
    @Test
    void rests_that_change_the_result_end_the_loop_after_a_block() throws Exception {
        var slice = new Interleaving.Slice(100_000_000, 0, 0, 100, OptionalDouble.of(1e7));
        var bias =
                new TrialLoop(INTERLEAVED, FOLDER, List.of(), events::add, () -> now, Duration.ZERO)
                        .run(
                                trials ->
                                        trials.stream()
                                                .map(t ->
                                                        execute(
                                                                t,
                                                                trial ->
                                                                        ChangedSampleRun
                                                                                .interleaved(
                                                                                        SampleRun
                                                                                                .completed(
                                                                                                        1_000,
                                                                                                        100),
                                                                                        new Interleaving(
                                                                                                List
                                                                                                        .of(
                                                                                                                slice,
                                                                                                                slice),
                                                                                                OptionalDouble
                                                                                                        .of(
                                                                                                                0),
                                                                                                OptionalDouble
                                                                                                        .of(
                                                                                                                trial.variant()
                                                                                                                                .equals(
                                                                                                                                        SampleRun
                                                                                                                                                .POOL)
                                                                                                                        ? 0
                                                                                                                        : 0.33),
                                                                                                OptionalDouble
                                                                                                        .of(
                                                                                                                0),
                                                                                                0))))
                                                .toList(),
                                stored::add);
        assertThat(bias.orElseThrow().reason())
                .isEqualTo("tomcat virtual did 33 % of its work in the rests between slices");
        assertThat(stored).hasSize(2);
    }

    /// The sample's plan has 3 blocks of 2 variants.
    @Test
    void the_trials_of_an_interleaved_block_are_executed_together() throws Exception {
        var together = new ArrayList<List<Integer>>();
        new TrialLoop(INTERLEAVED, FOLDER, List.of(), events::add, () -> now, Duration.ZERO)
                .run(
                        trials -> {
                            together.add(trials.stream().map(t -> t.trial().number()).toList());
                            return trials.stream()
                                    .map(t -> execute(t, TrialLoopTest::figures))
                                    .toList();
                        },
                        stored::add);
        assertThat(together).containsExactly(List.of(1, 2), List.of(3, 4), List.of(5, 6));
        assertThat(stored).hasSize(6);
    }

    @Test
    void a_block_is_stored_before_the_listener_is_told_of_its_first_trial() {
        var stop = new IllegalStateException("stopped from the live page");
        var loop =
                new TrialLoop(
                        INTERLEAVED,
                        FOLDER,
                        List.of(),
                        event -> {
                            if (event instanceof RunEvent.TrialEnded) {
                                throw stop;
                            }
                        },
                        () -> now,
                        Duration.ZERO);
        assertThatThrownBy(() ->
                        loop.run(
                                trials ->
                                        trials.stream()
                                                .map(t -> execute(t, TrialLoopTest::figures))
                                                .toList(),
                                stored::add))
                .isSameAs(stop);
        assertThat(stored).extracting(r -> r.trial().number()).containsExactly(1, 2);
    }

    @Test
    void trials_of_a_block_that_lost_an_agent_are_all_stored() throws Exception {
        var lost = new Failed("agents", "the agent 10.0.0.2:7800 left", List.of());
        run(INTERLEAVED, List.of(), trial -> trial.number() == 3 ? lost : figures(trial));
        assertThat(stored).extracting(r -> r.trial().number()).containsExactly(1, 2, 3, 4);
        assertThat(events.getLast()).isInstanceOf(RunEvent.AgentLost.class);
        assertThat(events).filteredOn(RunEvent.TrialEnded.class::isInstance).hasSize(4);
    }

    /// The variant that is not started again has a result too.
    @Test
    void a_block_whose_server_failed_to_end_is_kept_whole_and_the_run_ends() {
        var notStarted = new Failed("launch", "it exited with 7", List.of());
        var plan = INTERLEAVED.plan();
        var finished =
                List.of(
                        SampleRun.result(plan.get(0), notStarted),
                        SampleRun.result(plan.get(1), figures(plan.get(1))));
        var survives = new IllegalStateException("it survives SIGKILL");
        var loop =
                new TrialLoop(INTERLEAVED, FOLDER, finished, events::add, () -> now, Duration.ZERO);
        assertThatExceptionOfType(EndFailed.class)
                .isThrownBy(() ->
                        loop.run(
                                trials -> {
                                    var results =
                                            trials.stream()
                                                    .map(t -> execute(t, TrialLoopTest::figures))
                                                    .toList();
                                    throw new EndFailed(results, survives);
                                },
                                stored::add))
                .withCause(survives)
                .withMessageContaining("trial 4")
                .withMessageContaining("it survives SIGKILL");
        assertThat(executed).containsExactly(4);
        assertThat(stored).extracting(r -> r.trial().number()).containsExactly(3, 4);
        assertThat(events).filteredOn(RunEvent.TrialEnded.class::isInstance).hasSize(2);
    }
}

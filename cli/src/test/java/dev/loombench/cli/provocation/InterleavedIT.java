package dev.loombench.cli.provocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.loombench.analysis.Analysis;
import dev.loombench.analysis.validity.consistency.ConsistencyFinding.LittlesLawBroken;
import dev.loombench.analysis.validity.machine.RestingServersBusy;
import dev.loombench.experiment.TrialMode;
import dev.loombench.result.Interleaving;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.result.TrialOutcome.Failed;
import dev.loombench.result.store.ResultStore;
import dev.loombench.result.store.StoredRun;
import dev.loombench.run.RunEvent;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Interleaved blocks of real servers: their load alternates, and one may rest badly or die.
class InterleavedIT extends ProvocationFixture {
    /// As many as the hidden pool has permits.
    private static final int USERS = 4;

    /// Runs, of which all but the last may go on one after the other, as on a machine whose other
    /// load differs by slice, before this machine is too noisy to tell.
    private static final int ATTEMPTS = 3;

    /// Compilers that are still at work in the rests are work of the server there, so that it is
    /// warmed up. Requests wait 20 ms. Where other processes make that longer than 40 ms, a window
    /// has too few slices, and where they make it differ by slice, the servers are measured one
    /// after the other.
    @Tag("alone")
    @Test
    void the_load_alternates_and_leaves_resting_servers_alone() throws Exception {
        var run = interleaved("calm", "hidden-pool", "6s");
        assertThat(run.trials()).hasSize(2);
        for (var trial : completed(run)) {
            var interleaving = trial.interleaving().orElseThrow();
            // half of 6 s in slices of ten response times of 10 ms or more, and four long ones
            assertThat(interleaving.slices().size()).isBetween(8, 34).isEven();
            assertThat(interleaving.restingCores().orElseThrow()).isLessThan(0.2);
        }
        assertThroughput(run, "calm");
        assertThroughput(run, "hidden-pool");
        // four users in flight during slices: with the time of the rests they would be two
        assertThat(Analysis.of(run).findings())
                .noneMatch(RestingServersBusy.class::isInstance)
                .noneMatch(LittlesLawBroken.class::isInstance);
    }

    /// Twenty requests that compute are in flight when a slice ends: they end before the other
    /// server is loaded, and their CPU time is not that of a rest.
    @Tag("nightly")
    @Test
    void the_cpu_time_under_load_is_not_that_of_a_rest() throws Exception {
        var run =
                run(
                        """
                        question: What do computing servers use while they rest?
                        variants:
                          - {server: tomcat, model: platform-pool, jvm: ["-XX:TieredStopAtLevel=1"]}
                          - {server: tomcat, model: virtual, jvm: ["-XX:TieredStopAtLevel=1"]}
                        load: {users: 20, path: "/fib?n=3000000"}
                        phases: {warm-up: 2s, measure: 1500ms}
                        trials: 2
                        """);
        assertThat(completed(run))
                .hasSize(4)
                .allSatisfy(t ->
                        assertThat(t.interleaving().orElseThrow().restingCores().orElseThrow())
                                .isLessThan(0.1));
    }

    /// Most of the requests' work is done 300 ms after them, half of it in the rests. Windows are
    /// divided up to response times of 20 ms, four times as long as without other work: a machine
    /// on which they take longer shows nothing.
    @Test
    void a_server_that_works_in_its_rests_is_measured_one_after_the_other() throws Exception {
        var run =
                run(
                        """
                        question: What happens between slices?
                        variants:
                          - {name: one, server: provoking, model: deferring}
                          - {name: other, server: provoking, model: deferring}
                        load: {users: 4, path: /}
                        phases: {warm-up: 500ms, measure: 5s}
                        trials: 2
                        """);
        var mode = run.manifest().mode().mode();
        assumeTrue(mode == TrialMode.SEQUENTIAL || isDivided(run), "responses took too long");
        assertThat(mode).isEqualTo(TrialMode.SEQUENTIAL);
        assertThat(run.manifest().mode().reason())
                .containsPattern("^(one|other) did \\d+ ")
                .endsWith(" % of its work in the rests between slices");
        assertThat(completed(run)).hasSize(4).allMatch(t -> t.interleaving().isEmpty());
        assertThat(lastRun.resolve("interleaved-001")).isDirectory();
    }

    /// Where other programs used half of the machine before the run, they may leave the restless
    /// server less than the tenth of it that makes a result invalid.
    @Test
    @Tag("alone")
    void a_server_that_computes_while_it_rests_makes_the_result_invalid() throws Exception {
        var run = firstBlock(experiment("calm", "restless", "500ms", "1500ms"));
        var findings = Analysis.of(run).findings();
        if (findings.stream().noneMatch(RestingServersBusy.class::isInstance)) {
            assumeThat(run.manifest().environment().othersBusyShare().orElse(0))
                    .as("share of the machine that others used")
                    .isLessThan(0.5);
        }
        assertThat(invalid(findings))
                .filteredOn(RestingServersBusy.class::isInstance)
                .singleElement()
                .isInstanceOfSatisfying(
                        RestingServersBusy.class,
                        f -> assertThat(f.variants()).containsExactly("provoking calm"));
    }

    /// In its first slice or before it.
    @Tag("nightly")
    @ParameterizedTest
    @CsvSource({"mortal,exit code 3", "dying-at-rest,exit code 3", "stopping-at-rest,was stopped"})
    void a_server_that_ends_or_stops_loses_its_own_trials_only(String model, String message)
            throws Exception {
        var run = run(experiment("calm", model, "500ms", "1500ms"));
        assertThat(run.trials())
                .hasSize(4)
                .filteredOn(t -> t.trial().variant().equals("provoking " + model))
                .hasSize(2)
                .allSatisfy(t ->
                        assertThat(t.outcome())
                                .isInstanceOfSatisfying(
                                        Failed.class,
                                        f -> assertThat(f.reason()).contains(message)));
        assertThat(run.trials())
                .filteredOn(t -> t.outcome() instanceof Completed)
                .extracting(t -> t.trial().variant())
                .containsExactly("provoking calm", "provoking calm");
        assertThroughput(run, "calm");
    }

    /// Ends a run that goes on one after the other.
    private static final class GoesOnSequentially extends RuntimeException {
        private static final long serialVersionUID = 1;

        GoesOnSequentially(String reason) {
            super(reason);
        }
    }

    /// Ends a run whose first block has ended and stays interleaved.
    private static final class BlockEnded extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    /// Follows a run until its second block begins.
    private static final class FirstBlock implements Consumer<RunEvent> {
        private Path folder = Path.of("");

        @Override
        public void accept(RunEvent event) {
            if (event instanceof RunEvent.Started started) {
                folder = started.folder();
            } else if (event instanceof RunEvent.ModeChanged(String reason)) {
                throw new GoesOnSequentially(reason);
            } else if (event instanceof RunEvent.Progress progress
                    && progress.trial().block() > 1) {
                throw new BlockEnded();
            }
        }
    }

    /// The first block of an interleaved run, which shows all that is asserted: a second one would
    /// double the time in which nothing else may run.
    private static StoredRun firstBlock(String yaml) throws Exception {
        var block = new FirstBlock();
        try {
            run(yaml, block);
        } catch (BlockEnded _) {
            return ResultStore.read(block.folder);
        }
        throw new AssertionError("the run ended with its first block");
    }

    /// The first block of a run whose trials stay interleaved.
    private static StoredRun interleaved(String one, String other, String window) throws Exception {
        for (int attempt = 1; ; attempt++) {
            try {
                return firstBlock(experiment(one, other, "4s", window));
            } catch (GoesOnSequentially e) {
                assumeTrue(attempt < ATTEMPTS, "no run stayed interleaved: " + e.getMessage());
            }
        }
    }

    private static String experiment(String one, String other, String warmUp, String window) {
        return """
        question: What happens between slices?
        variants: [{server: provoking, model: %s}, {server: provoking, model: %s}]
        load: {users: 4, path: /}
        phases: {warm-up: %s, measure: %s}
        trials: 2
        """
                .formatted(one, other, warmUp, window);
    }

    private static boolean isDivided(StoredRun run) {
        return completed(run).stream()
                .anyMatch(trial -> trial.interleaving().filter(Interleaving::divided).isPresent());
    }

    private static List<Completed> completed(StoredRun run) {
        return run.trials().stream().map(t -> (Completed) t.outcome()).toList();
    }

    /// Each request waits 20 ms: in a slice, at most one response more than its length has such
    /// times.
    private static void assertThroughput(StoredRun run, String model) {
        for (var result : run.trials()) {
            if (result.trial().variant().equals("provoking " + model)) {
                var trial = (Completed) result.outcome();
                double times = trial.load().window().seconds() / 0.02;
                int slices = trial.interleaving().orElseThrow().slices().size();
                double most = USERS * (times + slices);
                assertThat(trial.load().counts().succeededInWindow() / most).isBetween(0.01, 1.0);
            }
        }
    }
}

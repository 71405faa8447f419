package dev.loombench.analysis.mode;

import static dev.loombench.ChangedSampleRun.sliced;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.ChangedSampleRun;
import dev.loombench.SampleRun;
import dev.loombench.experiment.TrialMode;
import dev.loombench.result.ChosenMode;
import dev.loombench.result.Interleaving;
import dev.loombench.result.RunManifest;
import dev.loombench.result.Trial;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.result.TrialOutcome.Failed;
import dev.loombench.result.TrialResult;
import java.util.Collections;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class RunModeTest {
    private static final RunManifest INTERLEAVED = SampleRun.interleaved(SampleRun.experiment());

    private static RunMode mode(RunManifest manifest, Function<Trial, Completed> trials) {
        return RunMode.of(
                manifest,
                manifest.plan().stream().map(t -> SampleRun.result(t, trials.apply(t))).toList());
    }

    private static Completed whole() {
        return SampleRun.completed(1_000, 100);
    }

    private static boolean isFirst(Trial trial) {
        return trial.variant().equals(SampleRun.POOL);
    }

    @Test
    void an_interleaved_run_has_the_fewest_and_the_most_slices_of_its_windows() {
        var mode = mode(INTERLEAVED, t -> sliced(whole(), isFirst(t) ? 24 : 30, 0));
        assertThat(mode.mode()).isEqualTo(TrialMode.INTERLEAVED);
        assertThat(mode.reason()).isEmpty();
        assertThat(mode.fewestSlices()).isEqualTo(24);
        assertThat(mode.mostSlices()).isEqualTo(30);
    }

    @Test
    void windows_of_one_slice_follow_one_another_although_interleaving_was_chosen() {
        var mode = mode(INTERLEAVED, _ -> sliced(whole(), 1, 0));
        assertThat(mode.mode()).isEqualTo(TrialMode.SEQUENTIAL);
        assertThat(mode.reason()).contains("ten response times");
        assertThat(mode.fewestSlices()).isOne();
        assertThat(mode.mostSlices()).isOne();
        assertThat(mode.rests()).isEmpty();
    }

    /// One of the two is divided: their time is shared.
    @Test
    void one_divided_window_is_enough_for_an_interleaved_run() {
        var mode = mode(INTERLEAVED, t -> sliced(whole(), isFirst(t) ? 1 : 30, 0));
        assertThat(mode.mode()).isEqualTo(TrialMode.INTERLEAVED);
        assertThat(mode.fewestSlices()).isOne();
        assertThat(mode.mostSlices()).isEqualTo(30);
        assertThat(mode.rests()).extracting(Rests::variant).containsExactly(SampleRun.VIRTUAL);
    }

    @Test
    void a_sequential_run_has_windows_of_one_slice_and_the_reason_of_its_choice() {
        var mode = mode(SampleRun.manifest().with(ChosenMode.sequential("a batch")), _ -> whole());
        assertThat(mode).isEqualTo(new RunMode(TrialMode.SEQUENTIAL, "a batch", 1, 1, List.of()));
    }

    @Test
    void a_run_whose_trials_failed_has_no_slices_that_could_be_too_few() {
        List<TrialResult> failed =
                INTERLEAVED.plan().stream()
                        .map(t -> SampleRun.result(t, new Failed("launch", "died", List.of())))
                        .toList();
        assertThat(RunMode.of(INTERLEAVED, failed))
                .isEqualTo(new RunMode(TrialMode.INTERLEAVED, "", 1, 1, List.of()));
    }

    /// Shares of 0 and 0.1 over the blocks; five connections in the 20 rests between 21 slices.
    @Test
    void what_a_server_did_in_its_rests_is_a_mean_over_its_trials() {
        var mode =
                mode(
                        INTERLEAVED,
                        t -> isFirst(t) ? sliced(whole(), 21, 0) : rested(t.block() % 2, 5));
        assertThat(mode.rests())
                .extracting(Rests::variant)
                .containsExactly(SampleRun.POOL, SampleRun.VIRTUAL);
        assertThat(mode.rests().getFirst())
                .isEqualTo(new Rests(SampleRun.POOL, OptionalDouble.of(0), 0));
        long blocks = INTERLEAVED.plan().stream().mapToInt(Trial::block).max().orElseThrow();
        long odd = (blocks + 1) / 2;
        var rests = mode.rests().getLast();
        assertThat(rests.work().orElseThrow()).isCloseTo(0.1 * odd / blocks, within(1e-9));
        assertThat(rests.connectionsClosed()).isCloseTo(0.25, within(1e-9));
    }

    private static Completed rested(int odd, long closed) {
        var slice = new Interleaving.Slice(100_000_000, 0, 0, 100, OptionalDouble.of(1e7));
        return ChangedSampleRun.interleaved(
                whole(),
                new Interleaving(
                        Collections.nCopies(21, slice),
                        OptionalDouble.of(0),
                        OptionalDouble.of(0.1 * odd),
                        OptionalDouble.of(0),
                        closed));
    }
}

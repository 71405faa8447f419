package dev.loombench.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleRun;
import dev.loombench.result.RunManifest;
import dev.loombench.result.Trial;
import dev.loombench.result.TrialOutcome.Failed;
import dev.loombench.result.TrialResult;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// The sample's plan: trials 1 and 2 in block 1, 3 and 4 in block 2, 5 and 6 in block 3.
class ResumptionTest {
    private static final RunManifest SEQUENTIAL = SampleRun.manifest();
    private static final RunManifest INTERLEAVED = SampleRun.interleaved(SampleRun.experiment());

    private static List<TrialResult> finished(int... numbers) {
        return IntStream.of(numbers).mapToObj(n -> SampleRun.trials().get(n - 1)).toList();
    }

    private static void assertResumed(
            Resumption resumption, List<Integer> kept, List<Integer> remaining) {
        assertThat(resumption.kept()).extracting(r -> r.trial().number()).isEqualTo(kept);
        assertThat(resumption.remaining()).extracting(Trial::number).isEqualTo(remaining);
    }

    @Test
    void sequential_trials_without_a_result_are_measured() {
        assertResumed(
                Resumption.of(SEQUENTIAL, finished(1, 3, 6)), List.of(1, 3, 6), List.of(2, 4, 5));
    }

    @Test
    void an_interleaved_block_with_a_missing_trial_is_measured_whole() {
        var finished = finished(1, 2, 3, 6);
        var resumption = Resumption.of(INTERLEAVED, finished);
        assertResumed(resumption, List.of(1, 2), List.of(3, 4, 5, 6));
        assertThat(finished).filteredOn(resumption::repeats).isEqualTo(finished(3, 6));
    }

    @Test
    void complete_blocks_are_kept() {
        assertResumed(
                Resumption.of(INTERLEAVED, finished(1, 2, 5, 6)),
                List.of(1, 2, 5, 6),
                List.of(3, 4));
        assertResumed(
                Resumption.of(INTERLEAVED, SampleRun.trials()),
                List.of(1, 2, 3, 4, 5, 6),
                List.of());
    }

    @Test
    void a_failed_trial_is_a_result() {
        var trials = new ArrayList<>(finished(1, 2, 3));
        trials.add(failed(4, "measure"));
        assertResumed(Resumption.of(INTERLEAVED, trials), List.of(1, 2, 3, 4), List.of(5, 6));
    }

    @Test
    void a_trial_that_lost_an_agent_is_measured_again_with_the_rest_of_its_interleaved_block() {
        var trials = new ArrayList<>(finished(1, 2, 3));
        trials.add(failed(4, "agents"));
        assertResumed(Resumption.of(SEQUENTIAL, trials), List.of(1, 2, 3), List.of(4, 5, 6));
        assertResumed(Resumption.of(INTERLEAVED, trials), List.of(1, 2), List.of(3, 4, 5, 6));
    }

    private static TrialResult failed(int number, String phase) {
        return SampleRun.result(
                SEQUENTIAL.plan().get(number - 1), new Failed(phase, "it ended", List.of()));
    }
}

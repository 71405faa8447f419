package dev.loombench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleRun;
import dev.loombench.analysis.Analysis;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SlowTrialTextTest {
    /// @param slow response time of the last block, ms; the others have 10
    private static Optional<String> text(int slow) {
        var manifest = SampleRun.manifest();
        int last = manifest.plan().getLast().block();
        var results =
                manifest.plan().stream()
                        .map(trial ->
                                SampleRun.result(
                                        trial,
                                        SampleRun.completed(
                                                1_000, trial.block() == last ? slow : 10)))
                        .toList();
        return SlowTrialText.of(Analysis.of(manifest, results));
    }

    @Test
    void a_percentile_that_is_of_one_trial_is_named_with_that_of_the_median_one() {
        assertThat(text(40)).hasValueSatisfying(text -> assertThat(text).contains("10.0 ms"));
    }

    @Test
    void nothing_is_said_of_trials_that_agree() {
        assertThat(text(11)).isEmpty();
    }
}

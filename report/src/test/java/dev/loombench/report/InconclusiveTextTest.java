package dev.loombench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleRun;
import dev.loombench.analysis.Analysis;
import dev.loombench.experiment.Metric;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class InconclusiveTextTest {
    /// Of virtual threads whose throughput differs by a factor from block to block.
    private static Optional<String> text(double factor) {
        var manifest = SampleRun.manifest();
        var results =
                manifest.plan().stream()
                        .map(trial -> {
                            boolean pool = trial.variant().equals(SampleRun.POOL);
                            double rate = 1_000 * Math.pow(pool ? 1 : factor, trial.block() - 2);
                            return SampleRun.result(
                                    trial,
                                    SampleRun.completed(
                                            (int) rate, (int) Math.round(400_000 / rate)));
                        })
                        .toList();
        return InconclusiveText.of(Analysis.of(manifest, results), List.of(Metric.THROUGHPUT));
    }

    @Test
    void an_inconclusive_comparison_says_how_many_trials_decide() {
        assertThat(text(1.04))
                .hasValueSatisfying(text ->
                        assertThat(text).matches("Trials needed to decide: \\S+ .*\\d+.*\\."));
    }

    @Test
    void nothing_is_said_of_what_is_decided() {
        assertThat(text(1.001)).isEmpty();
    }
}

package dev.loombench.analysis.validity;

import static dev.loombench.ChangedSampleRun.SECOND;
import static dev.loombench.ChangedSampleRun.loaded;
import static dev.loombench.ChangedSampleRun.with;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.analysis.validity.Finding.Severity;
import dev.loombench.analysis.validity.GeneratorFinding.GeneratorStalled;
import dev.loombench.report.FindingText;
import dev.loombench.result.LoadResult;
import dev.loombench.result.LoadResult.Stalls;
import dev.loombench.result.TrialOutcome.Completed;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/// The conditions that raise findings about the load generator.
class GeneratorFindingTest {
    /// The window is 2 s: 2 % of it are 40 ms.
    @Test
    void a_stalled_generator_is_invalid_from_2_percent_of_the_window_on() {
        var still = new Stalls(1, 100_000_000, 100_000_000, OptionalLong.of(5), 0);
        assertThat(with(t -> stalled(t, still)))
                .filteredOn(GeneratorStalled.class::isInstance)
                .hasSize(2) // in each variant
                .allMatch(f -> f.severity() == Severity.INVALID);
        var suspended = new Stalls(0, 0, 0, OptionalLong.empty(), 5 * SECOND);
        assertThat(with(t -> stalled(t, suspended)))
                .filteredOn(GeneratorStalled.class::isInstance)
                .allMatch(f -> f.severity() == Severity.INVALID)
                .first()
                .extracting(f -> FindingText.of(f).message())
                .asString()
                .endsWith("the machine was suspended for 5.0 s within the window");
        assertThat(new GeneratorStalled("a", still, 10).severity())
                .as("1 % of 10 s")
                .isEqualTo(Severity.NOTE);
        assertThat(with(t -> stalled(t, Stalls.NONE)))
                .noneMatch(GeneratorStalled.class::isInstance);
    }

    private static Completed stalled(Completed trial, Stalls stalls) {
        var load = trial.load();
        return loaded(
                trial,
                new LoadResult(
                        load.window(),
                        load.counts(),
                        load.connections(),
                        load.generator().with(stalls),
                        load.intervals()));
    }
}

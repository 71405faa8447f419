package dev.loombench.analysis.validity;

import static dev.loombench.ChangedSampleRun.SECOND;
import static dev.loombench.ChangedSampleRun.findings;
import static dev.loombench.ChangedSampleRun.loaded;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleRun;
import dev.loombench.analysis.validity.StationarityFinding.NonStationary;
import dev.loombench.result.LoadResult;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.result.Window;
import dev.loombench.stats.Trend;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// The conditions that raise findings about trends.
class StationarityFindingTest {
    @Test
    void a_falling_speed_within_the_window_is_a_finding() {
        var falling = findings(SampleRun.manifest(), _ -> seconds(s -> s < 7 ? 1_000 : 800));
        assertThat(falling)
                .filteredOn(NonStationary.class::isInstance)
                .hasSize(2)
                .allMatch(f -> ((NonStationary) f).trend() instanceof Trend.SlowingDown);
        assertThat(findings(SampleRun.manifest(), _ -> seconds(_ -> 1_000)))
                .noneMatch(NonStationary.class::isInstance);
    }

    /// A window of ten seconds, from 3 s to 13 s.
    private static Completed seconds(IntUnaryOperator responsesInSecond) {
        var trial = SampleRun.completed(1_000, 400);
        var intervals =
                IntStream.range(3, 13)
                        .mapToObj(s -> {
                            var responses =
                                    SampleRun.histogram(responsesInSecond.applyAsInt(s), 400);
                            return new LoadResult.Interval(
                                    new Window(s * SECOND, (s + 1) * SECOND), responses, responses);
                        })
                        .toList();
        return loaded(
                trial,
                new LoadResult(
                        new Window(3 * SECOND, 13 * SECOND),
                        trial.load().counts(),
                        trial.load().connections(),
                        trial.load().generator(),
                        intervals));
    }
}

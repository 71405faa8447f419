package dev.loombench.analysis.validity.stationarity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.ChangedSampleRun;
import dev.loombench.SampleRun;
import dev.loombench.SampleWindow;
import dev.loombench.experiment.Metric;
import dev.loombench.finding.Severity;
import dev.loombench.observe.result.MetricId;
import dev.loombench.observe.result.Observation.Point;
import dev.loombench.observe.result.Observation.Series;
import dev.loombench.result.RunManifest;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.traffic.LoadModel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// A server whose resident set grows by 16 MB/s beside one with a constant 200 MB, both in windows
/// of 10 s after a warm-up of 16 s, where peak memory decides.
class MemoryLeakSimulationTest {
    private static final int RUNS = 20;
    private static final double MEGABYTE = 1e6;

    private static final RunManifest MANIFEST =
            ChangedSampleRun.like(new LoadModel.Closed(400, Duration.ZERO), Metric.PEAK_RSS);

    /// Processes differ by 5 %, and the seconds of one by 0.3 %.
    ///
    /// @param growth MB/s
    private static Completed trial(double growth, Random random) {
        double start = 200 * (1 + 0.05 * random.nextGaussian());
        var points =
                IntStream.range(0, SampleWindow.SECONDS)
                        .mapToObj(s ->
                                new Point(
                                        s * ChangedSampleRun.SECOND,
                                        (start + growth * (16 + s))
                                                * (1 + 0.003 * random.nextGaussian())
                                                * MEGABYTE))
                        .toList();
        var trial = SampleWindow.of(_ -> 100, _ -> 1);
        var observations = new ArrayList<>(trial.observations());
        observations.add(new Series("proc", MetricId.PROCESS_RSS, points));
        return SampleRun.completed(trial.warmUp(), trial.load(), trial.unloaded(), observations);
    }

    /// The highest of the last third is 600 MB, that of the first 504: a drift of 1.19 times, with
    /// a deviation of less than 1 % per trial. That of the other server has no more, and its limit
    /// is 5 %.
    @Test
    void a_run_says_that_the_memory_of_a_server_grows() {
        for (int run = 0; run < RUNS; run++) {
            var random = new Random(run);
            var found =
                    ChangedSampleRun.findings(
                                    MANIFEST,
                                    t -> trial(t.variant().equals(SampleRun.POOL) ? 0 : 16, random))
                            .stream()
                            .filter(f -> f.kind().equals(WindowDrift.MEMORY))
                            .toList();
            assertThat(found)
                    .as("run %d", run)
                    .singleElement()
                    .isInstanceOfSatisfying(
                            WindowDrift.class,
                            drift -> {
                                assertThat(drift.variant()).isEqualTo(SampleRun.VIRTUAL);
                                assertThat(drift.ratio()).isBetween(1.15, 1.23);
                                assertThat(drift.severity()).isEqualTo(Severity.INVALID);
                            });
        }
    }
}

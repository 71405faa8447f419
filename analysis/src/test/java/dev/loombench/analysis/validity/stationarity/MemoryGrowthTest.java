package dev.loombench.analysis.validity.stationarity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.ChangedSampleRun;
import dev.loombench.SampleEndpoints;
import dev.loombench.SampleRun;
import dev.loombench.experiment.Metric;
import dev.loombench.experiment.TrialCount;
import dev.loombench.finding.Severity;
import dev.loombench.observe.result.MetricId;
import dev.loombench.observe.result.Observation.Point;
import dev.loombench.observe.result.Observation.Series;
import dev.loombench.result.RunManifest;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Memory over successive windows of the same process, of which each has 20 % of noise, far above
/// the limit of 5 %.
class MemoryGrowthTest {
    private static final int RUNS = 4_000;
    private static final double NOISE = 0.2;

    /// The documented rates, and three standard errors of the simulation.
    @ParameterizedTest
    @CsvSource({
        "1, 5, 0, 0.005",
        "1, 8, 0, 0.005",
        "1, 12, 0, 0.005",
        "1, 8, 0.5, 0.025",
        "1, 12, 0.5, 0.025",
        "3, 6, 0, 0.005",
        "3, 6, 0.5, 0.005",
        "5, 2, 0.5, 0.005"
    })
    void constant_memory_is_called_growing_at_the_stated_rate(
            int processes, int windows, double correlation, double stated) {
        double found = share(processes, windows, correlation, 0);
        assertThat(found).isLessThanOrEqualTo(stated + 3 * Math.sqrt(stated * (1 - stated) / RUNS));
    }

    /// Eight windows with 2 % of noise and 5 % more in each: 42 % in all.
    @ParameterizedTest
    @CsvSource({"1, 8", "3, 8"})
    void memory_that_grows_is_found(int processes, int windows) {
        int found = 0;
        for (int i = 0; i < RUNS; i++) {
            var random = new SplittableRandom(i);
            var peaks =
                    IntStream.range(0, processes)
                            .mapToObj(_ -> peaks(random, windows, 0, 0.02, 0.05))
                            .toList();
            found += MemoryGrowth.of("leak", peaks, false).isPresent() ? 1 : 0;
        }
        assertThat((double) found / RUNS).isGreaterThan(0.95);
    }

    private static double share(int processes, int windows, double correlation, double growth) {
        int found = 0;
        for (int i = 0; i < RUNS; i++) {
            var random = new SplittableRandom(i);
            var peaks =
                    IntStream.range(0, processes)
                            .mapToObj(_ -> peaks(random, windows, correlation, NOISE, growth))
                            .toList();
            found += MemoryGrowth.of("steady", peaks, false).isPresent() ? 1 : 0;
        }
        return (double) found / RUNS;
    }

    /// @param correlation of neighbours
    /// @param growth from window to window
    private static double[] peaks(
            SplittableRandom random, int windows, double correlation, double noise, double growth) {
        var peaks = new double[windows];
        double state = random.nextGaussian();
        for (int i = 0; i < windows; i++) {
            peaks[i] = 1e8 * Math.exp(growth * i + noise * state);
            state =
                    correlation * state
                            + Math.sqrt(1 - correlation * correlation) * random.nextGaussian();
        }
        return peaks;
    }

    /// A process with one window does not count.
    @Test
    void the_growth_is_the_geometric_mean_of_the_processes() {
        var finding =
                MemoryGrowth.of(
                                "leak",
                                List.of(line(1.9, 6), line(2, 4), line(2.1, 5), new double[] {7}),
                                false)
                        .orElseThrow();
        assertThat(finding.ratio()).isCloseTo(Math.cbrt(1.9 * 2 * 2.1), within(1e-9));
        assertThat(finding.windows()).isEqualTo(6);
        assertThat(finding.processes()).isEqualTo(3);
        assertThat(finding.severity()).isEqualTo(Severity.INFORMATION);
        assertThat(finding.affects(Metric.PEAK_RSS)).isTrue();
        assertThat(finding.affects(Metric.THREADS)).isFalse();
        assertThat(finding.invalidates(Metric.PEAK_RSS, "other", "leak")).isTrue();
        assertThat(finding.invalidates(Metric.PEAK_RSS, "other", "another")).isFalse();
        assertThat(new MemoryGrowth("leak", 2, 6, 2, true).severity()).isEqualTo(Severity.INVALID);
    }

    @Test
    void growth_below_the_limit_shrinking_and_few_windows_are_none() {
        assertThat(MemoryGrowth.of("a", List.of(line(1.04, 8)), false)).isEmpty();
        assertThat(MemoryGrowth.of("a", List.of(line(1.06, 8)), false)).isPresent();
        assertThat(MemoryGrowth.of("a", List.of(line(0.5, 8)), false)).isEmpty();
        assertThat(MemoryGrowth.of("a", List.of(line(2, 4)), false)).isEmpty();
        assertThat(MemoryGrowth.of("a", List.of(new double[] {1}), false)).isEmpty();
        assertThat(MemoryGrowth.of("a", List.of(), false)).isEmpty();
    }

    /// The window of the sample is 3 s to 5 s after the zero of its clock.
    @Test
    void the_rounds_of_a_service_that_already_runs_are_windows_of_one_process() {
        var rounds = TrialCount.exactly(6);
        var found = found(SampleRun.manifest(SampleEndpoints.experiment().withTrials(rounds)));
        assertThat(found).extracting(MemoryGrowth::variant).containsExactly(SampleRun.POOL);
        assertThat(found.getFirst().ratio()).isCloseTo(Math.pow(1.1, 5), within(1e-9));
        assertThat(found.getFirst().windows()).isEqualTo(6);
        assertThat(found(SampleRun.manifest(SampleRun.experiment().withTrials(rounds)))).isEmpty();
    }

    /// The pool grows by a tenth from block to block.
    private static List<MemoryGrowth> found(RunManifest manifest) {
        return ChangedSampleRun.findings(
                        manifest,
                        t ->
                                ChangedSampleRun.seen(
                                        SampleRun.completed(1_000, 400),
                                        new Series(
                                                "proc",
                                                MetricId.PROCESS_RSS,
                                                List.of(
                                                        new Point(
                                                                4_000_000_000L,
                                                                t.variant().equals(SampleRun.POOL)
                                                                        ? 1e8
                                                                                * Math.pow(
                                                                                        1.1,
                                                                                        t.block())
                                                                        : 1e8)))))
                .stream()
                .filter(MemoryGrowth.class::isInstance)
                .map(MemoryGrowth.class::cast)
                .toList();
    }

    private static double[] line(double ratio, int windows) {
        return IntStream.range(0, windows)
                .mapToDouble(i -> 1e8 * Math.pow(ratio, i / (windows - 1.0)))
                .toArray();
    }
}

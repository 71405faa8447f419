package dev.loombench.analysis.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleRun;
import dev.loombench.analysis.trial.LongestResponse;
import dev.loombench.analysis.trial.TrialFigures;
import dev.loombench.base.Window;
import dev.loombench.experiment.Metric;
import dev.loombench.load.result.LoadResult;
import dev.loombench.load.result.LoadResults;
import dev.loombench.result.TrialOutcome.WarmUp;
import dev.loombench.traffic.LoadModel;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.DoubleSupplier;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/// 50 users of a delay without a finite variance: Pareto from 1 ms on with the exponent 1.5, whose
/// mean is 3 ms. The error of a mean of n responses has the same shape for all n, so that short
/// windows of 400 show what long ones have.
class HeavyTailSimulationTest {
    private static final int RUNS = 100;
    private static final int TRIALS = 10;
    private static final int RESPONSES = 400;
    private static final int USERS = 50;
    private static final Estimates ESTIMATES = new Estimates(ConfidenceLevels.LEVEL);

    private static List<TrialFigures> trials(DoubleSupplier millis) {
        return IntStream.rangeClosed(1, TRIALS).mapToObj(block -> trial(block, millis)).toList();
    }

    /// In which the users wait all the time.
    private static TrialFigures trial(int block, DoubleSupplier millis) {
        var times = new Histogram(3);
        double sum = 0;
        for (int i = 0; i < RESPONSES; i++) {
            long nanos = Math.round(1e6 * millis.getAsDouble());
            times.recordValue(nanos);
            sum += nanos;
        }
        var window = new Window(0, Math.round(sum / USERS));
        var intervals = List.of(new LoadResult.Second(window, times, times));
        var load =
                LoadResults.of(
                        window,
                        LoadResults.counts(RESPONSES, RESPONSES, Map.of(), 0, RESPONSES, 0),
                        LoadResults.connections(USERS, USERS, 0, intervals),
                        LoadResults.generator("nio", 0, 0, new Histogram(3)),
                        intervals);
        var warmUp = new WarmUp(new Window(0, 1), 0, List.of());
        return TrialFigures.of(
                block,
                new LoadModel.Closed(USERS, Duration.ZERO),
                SampleRun.completed(warmUp, load, Optional.empty(), List.of()));
    }

    /// By Student's t alone, about 77 of 100, and the others are above it: expected are 93.
    @Test
    void intervals_of_throughput_contain_that_with_responses_they_lack() {
        var random = new Random(1);
        var delay = trials(() -> 3);
        int covered = 0;
        for (int run = 0; run < RUNS; run++) {
            var heavy = trials(() -> Math.pow(1 - random.nextDouble(), -1 / 1.5));
            covered +=
                    ESTIMATES.ratio(Metric.THROUGHPUT, heavy, delay).orElseThrow().contains(1)
                            ? 1
                            : 0;
        }
        assertThat(covered).isGreaterThanOrEqualTo(86);
    }

    /// The longest of 4,000 has 2 % of the variance.
    @Test
    void exponential_and_equal_times_lack_nothing() {
        var random = new Random(1);
        assertThat(LongestResponse.missing(trials(() -> 3 * random.nextExponential()))).isZero();
        assertThat(LongestResponse.missing(trials(() -> 3))).isZero();
    }
}

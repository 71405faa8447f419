package dev.loombench.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.SampleRun;
import dev.loombench.analysis.trial.Latency;
import dev.loombench.traffic.Arrival;
import dev.loombench.traffic.LoadModel;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class LatencySummaryTest {
    private static final LoadModel OPEN = new LoadModel.Open(100, Arrival.CONSTANT, 10);

    private static Latency trial(double millis, double serviceMillis) {
        return Latency.of(
                OPEN,
                SampleRun.histogram(100, millis),
                SampleRun.histogram(100, serviceMillis),
                List.of());
    }

    private static LatencySummary of(List<Latency> trials) {
        return new LatencySummary(
                Latency.merged(trials),
                trials,
                new Histogram(3),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                1,
                OptionalDouble.empty());
    }

    /// One bad trial of three has all of the slowest responses: the p99 of all merged is its own.
    @Test
    void the_typical_percentile_is_the_median_of_the_trials() {
        var summary = of(List.of(trial(100, 90), trial(400, 380), trial(104, 96)));
        assertThat(summary.typical(99).orElseThrow()).isCloseTo(104e6, within(2e5));
        assertThat(summary.requests().percentile(99).orElseThrow()).isCloseTo(400e6, within(5e5));
    }

    @Test
    void nothing_is_typical_without_responses() {
        var nothing = Latency.of(OPEN, new Histogram(3), new Histogram(3), List.of());
        assertThat(of(List.of(nothing)).typical(99)).isEmpty();
    }
}

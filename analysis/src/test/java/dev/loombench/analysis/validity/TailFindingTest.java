package dev.loombench.analysis.validity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.ChangedSampleRun;
import dev.loombench.SampleRun;
import dev.loombench.load.result.LoadResult;
import dev.loombench.spec.Metric;
import dev.loombench.spec.load.Arrival;
import dev.loombench.spec.load.LoadModel;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The number of responses below which a percentile is not judged.
class TailFindingTest {
    /// Windows of 2 s.
    private static Optional<TailFinding> found(Metric metric, int... perSecond) {
        var spec =
                ChangedSampleRun.like(new LoadModel.Open(100, Arrival.CONSTANT, 100), metric)
                        .spec();
        return TailFinding.of(
                spec,
                SampleRun.POOL,
                Arrays.stream(perSecond).mapToObj(TailFindingTest::load).toList());
    }

    private static LoadResult load(int perSecond) {
        return SampleRun.completed(perSecond, 100).load();
    }

    /// Ten beyond p50 are 20 responses, beyond p99 1,000; 2 % less is tolerated.
    @ParameterizedTest
    @CsvSource({
        "P50, 9, invalid",
        "P50, 10, information",
        "P99, 489, invalid",
        "P99, 490, none",
        "P999, 4_899, invalid",
        "P999, 4_910, none",
        "THROUGHPUT, 489, information",
        "THROUGHPUT, 490, none"
    })
    void ten_responses_lie_beyond_a_percentile_that_is_judged(
            Metric metric, String perSecond, String severity) {
        var found = found(metric, Integer.parseInt(perSecond.replace("_", "")));
        assertThat(found.map(f -> f.severity().label()).orElse("none")).isEqualTo(severity);
    }

    @Test
    void the_window_with_the_fewest_counts_and_higher_percentiles_are_concerned() {
        var finding = found(Metric.P99, 1_000, 100, 1_000).orElseThrow();
        assertThat(finding.fewest()).isEqualTo(200);
        assertThat(finding.sufficient()).isEqualTo(Duration.ofSeconds(10));
        assertThat(List.of(Metric.P90, Metric.P99, Metric.P999, Metric.THROUGHPUT))
                .filteredOn(m -> finding.invalidates(m, SampleRun.VIRTUAL, SampleRun.POOL))
                .containsExactly(Metric.P99, Metric.P999);
    }
}

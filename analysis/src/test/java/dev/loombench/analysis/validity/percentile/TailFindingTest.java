package dev.loombench.analysis.validity.percentile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.ChangedSampleRun;
import dev.loombench.SampleRun;
import dev.loombench.analysis.trial.Latency;
import dev.loombench.analysis.validity.percentile.TailFinding.Percentile;
import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.Metric;
import dev.loombench.finding.Severity;
import dev.loombench.load.result.LoadResult;
import dev.loombench.load.result.LoadResults;
import dev.loombench.traffic.Arrival;
import dev.loombench.traffic.LoadModel;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The number of responses below which a percentile is not judged.
class TailFindingTest {
    private static final LoadModel OPEN = new LoadModel.Open(100, Arrival.CONSTANT, 100);

    /// Windows of 2 s.
    private static Optional<TailFinding> found(Metric metric, int... perSecond) {
        var experiment = ChangedSampleRun.like(OPEN, metric).experiment();
        return found(experiment, Arrays.stream(perSecond).mapToObj(TailFindingTest::load).toList());
    }

    private static Optional<TailFinding> found(Experiment experiment, List<LoadResult> loads) {
        var latencies =
                loads.stream()
                        .map(l ->
                                Latency.of(
                                        experiment.load(),
                                        l.responseTime(),
                                        l.serviceTime(),
                                        List.of()))
                        .toList();
        return TailFinding.of(experiment, SampleRun.POOL, loads, latencies);
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
        assertThat(finding.responses()).isEqualTo(200);
        assertThat(finding.sufficient()).isEqualTo(Duration.ofSeconds(10));
        assertThat(List.of(Metric.P90, Metric.P99, Metric.P999, Metric.THROUGHPUT))
                .filteredOn(m -> finding.invalidates(m, SampleRun.VIRTUAL, SampleRun.POOL))
                .containsExactly(Metric.P99, Metric.P999);
    }

    /// 10,000 responses have ten beyond p99.9, though 99.9 has no exact binary form.
    @ParameterizedTest
    @CsvSource({"10_000, P999, 10", "9_999, P999, 9", "990, P99, 9", "100_000, P9999, 10"})
    void responses_beyond_a_percentile_are_whole(String responses, Metric metric, long beyond) {
        var times = SampleRun.histogram(Long.parseLong(responses.replace("_", "")), 10);
        var latency = new Latency(times, times, Optional.empty(), List.of());
        assertThat(TailFinding.beyond(latency, metric)).isEqualTo(beyond);
    }

    /// 2,000 responses in 2 s: 20 beyond p99 and 2 beyond p99.9.
    @Test
    void a_load_by_itself_names_the_highest_percentile_of_its_thresholds_with_too_few() {
        var load = load(1_000);
        assertThat(TailFinding.of("load", OPEN, load, List.of())).isEmpty();
        assertThat(TailFinding.of("load", OPEN, load, List.of(new Percentile("p99", 99))))
                .isEmpty();
        var finding =
                TailFinding.of(
                                "load",
                                OPEN,
                                load,
                                List.of(
                                        new Percentile("p99.95", 99.95),
                                        new Percentile("p99.9", 99.9)))
                        .orElseThrow();
        assertThat(finding.severity()).isEqualTo(Severity.INFORMATION);
        assertThat(finding.percentile().label()).isEqualTo("p99.95");
        assertThat(finding.responses()).isEqualTo(2_000);
        assertThat(finding.windowSeconds()).isEqualTo(2);
        assertThat(finding.beyond()).isCloseTo(1, within(1e-6));
        assertThat(finding.ofLoad().remedy()).contains("-d 20s", "-n 20000");
    }

    @Test
    void a_load_by_itself_without_a_threshold_names_p99() {
        var finding = TailFinding.of("load", OPEN, load(489), List.of()).orElseThrow();
        assertThat(finding.percentile().label()).isEqualTo("p99");
    }

    @Test
    void a_window_below_a_second_has_a_length() {
        var like = TailFinding.of("load", OPEN, load(489), List.of()).orElseThrow();
        var finding =
                new TailFinding(
                        "load", like.percentile(), false, 20, 0.2, 0.48, like.affected(), false);
        assertThat(finding.ofLoad().message()).contains(" 480 ms");
    }

    @Test
    void time_outs_alone_have_no_percentile() {
        var some = load(10);
        var load =
                LoadResults.of(
                        some.window(),
                        LoadResults.counts(20, 0, Map.of("timeout", 20L), 0, 0, 0),
                        some.connections(),
                        some.generator(),
                        some.intervals());
        assertThat(TailFinding.of("load", OPEN, load, List.of())).isEmpty();
    }

    /// Of 2 s each, users wait for a pause of 100 ms once and send 1,900 other requests: P(> w) =
    /// (100 - w) / 2,000. The p99 of an arriving request is 80 ms, with one response of each user
    /// beyond it, of 1,901 to 19,010 in all.
    @ParameterizedTest
    @CsvSource({"1, invalid, 1", "9, invalid, 9", "10, none, 0"})
    void beyond_an_arriving_request_s_percentile_are_the_requests_that_took_as_long(
            int users, String severity, double beyond) {
        var found = paused(Metric.P99, users);
        assertThat(found.map(f -> f.severity().label()).orElse("none")).isEqualTo(severity);
        assertThat(found.map(f -> f.beyond()).orElse(0.0)).isEqualTo(beyond);
    }

    /// Beyond the median, which is that of the requests sent, are half of them; and p90 is 1 ms,
    /// which all of them took.
    @Test
    void it_concerns_the_percentiles_that_few_of_them_are_evidence_of() {
        var finding = paused(Metric.P99, 5).orElseThrow();
        assertThat(finding.affected()).containsExactly(Metric.P99, Metric.P999, Metric.P9999);
        assertThat(finding.variant()).isEqualTo(SampleRun.POOL);
        assertThat(finding.ofArriving()).isTrue();
        assertThat(finding.responses()).isEqualTo(9_505);
        assertThat(finding.beyond()).isEqualTo(5);
        assertThat(finding.sufficient()).isEqualTo(Duration.ofSeconds(4));
        assertThat(paused(Metric.P90, 5).orElseThrow().decides()).isFalse();
    }

    private static Optional<TailFinding> paused(Metric metric, int users) {
        var model = new LoadModel.Closed(users, Duration.ZERO);
        var experiment = ChangedSampleRun.like(model, metric).experiment();
        var like = load(1_000);
        var times = SampleRun.histogram(1_900L * users, 1);
        times.add(SampleRun.histogram(users, 100));
        var load =
                LoadResults.of(
                        like.window(),
                        like.counts(),
                        like.connections(),
                        like.generator(),
                        List.of(new LoadResult.Second(like.window(), times, times)));
        return found(experiment, List.of(load));
    }
}

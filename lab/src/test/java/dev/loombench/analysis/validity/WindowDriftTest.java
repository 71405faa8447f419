package dev.loombench.analysis.validity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.SampleRun;
import dev.loombench.SampleWindow;
import dev.loombench.analysis.Analysis;
import dev.loombench.analysis.trial.Drift;
import dev.loombench.analysis.validity.Finding.Severity;
import dev.loombench.analysis.validity.StationarityFinding.WindowDrift;
import dev.loombench.result.Trial;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.spec.Criteria;
import dev.loombench.spec.Metric;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

class WindowDriftTest {
    /// CPU per request in µs, as it was seen on a server that was called steady.
    private static final double[] WARMING = {828, 703, 798, 530, 688, 356, 360, 289, 298, 246};

    /// First third: (828 + 703 + 798 + 530 / 3) / (10 / 3) = 751.7; last third: (360 / 3 + 289 +
    /// 298 + 246) / (10 / 3) = 285.9.
    @Test
    void drift_is_the_last_third_over_the_first() {
        var trial = SampleWindow.of(second -> WARMING[second], _ -> 100);
        assertThat(Drift.of(Metric.CPU_PER_REQUEST, trial).orElseThrow())
                .isCloseTo(285.9 / 751.7, within(1e-3));
        assertThat(Drift.of(Metric.THROUGHPUT, trial).orElseThrow()).isCloseTo(1, within(1e-9));
        assertThat(Drift.of(Metric.PEAK_RSS, trial)).isEmpty();
    }

    /// The middles of seconds 0 to 2 lie in the first third, those of 7 to 9 in the last.
    @Test
    void a_percentile_drifts_as_the_mean_response_time_does() {
        var trial = SampleWindow.of(_ -> 100, second -> second < 3 ? 200 : second < 7 ? 150 : 100);
        assertThat(Drift.of(Metric.P99, trial).orElseThrow()).isCloseTo(0.5, within(0.001));
    }

    @Test
    void a_drift_of_the_metric_that_decides_makes_the_result_invalid() {
        var drifts =
                drifts(Metric.CPU_PER_REQUEST, _ -> SampleWindow.of(s -> WARMING[s], _ -> 100));
        assertThat(drifts).hasSize(2).allMatch(d -> d.severity() == Severity.INVALID);
        assertThat(drifts.getFirst().affects(Metric.CPU_PER_REQUEST)).isTrue();
        assertThat(drifts.getFirst().affects(Metric.THROUGHPUT)).isFalse();
    }

    @Test
    void a_drift_of_cpu_per_request_concerns_instructions_too() {
        var drifts =
                drifts(
                        Metric.INSTRUCTIONS_PER_REQUEST,
                        _ -> SampleWindow.of(s -> WARMING[s], _ -> 100));
        assertThat(drifts).hasSize(2).allMatch(d -> d.severity() == Severity.INVALID);
        assertThat(drifts.getFirst().affects(Metric.CYCLES_PER_REQUEST)).isTrue();
    }

    @Test
    void a_drift_of_another_metric_is_a_note() {
        assertThat(drifts(Metric.THROUGHPUT, _ -> SampleWindow.of(s -> WARMING[s], _ -> 100)))
                .hasSize(2)
                .allMatch(d -> d.severity() == Severity.NOTE);
    }

    /// 3 % from the first to the last second; 8 % in one of three trials; both directions.
    @Test
    void small_and_inconsistent_changes_are_none() {
        assertThat(
                        drifts(
                                Metric.CPU_PER_REQUEST,
                                _ -> SampleWindow.of(s -> 100 - s * 0.3, _ -> 100)))
                .isEmpty();
        assertThat(
                        drifts(
                                Metric.CPU_PER_REQUEST,
                                t -> SampleWindow.of(falling(t, 40, 0, 0), _ -> 100)))
                .isEmpty();
        assertThat(
                        drifts(
                                Metric.CPU_PER_REQUEST,
                                t -> SampleWindow.of(falling(t, 30, 30, -20), _ -> 100)))
                .isEmpty();
        assertThat(
                        drifts(
                                Metric.CPU_PER_REQUEST,
                                t -> SampleWindow.of(falling(t, 30, 20, 10), _ -> 100)))
                .hasSize(2);
    }

    /// @param percent by which CPU per request falls within the window, for each block
    private static IntToDoubleFunction falling(Trial trial, int... percent) {
        return second -> 100 - percent[trial.block() - 1] * second / (double) SampleWindow.SECONDS;
    }

    private static List<WindowDrift> drifts(Metric metric, Function<Trial, Completed> outcome) {
        var like = SampleRun.spec();
        var spec = like.withCriteria(new Criteria(metric, like.margin(), List.of()));
        var manifest = SampleRun.manifest(spec);
        var results =
                manifest.plan().stream().map(t -> SampleRun.result(t, outcome.apply(t))).toList();
        return Analysis.of(manifest, results).findings().stream()
                .filter(WindowDrift.class::isInstance)
                .map(WindowDrift.class::cast)
                .toList();
    }
}

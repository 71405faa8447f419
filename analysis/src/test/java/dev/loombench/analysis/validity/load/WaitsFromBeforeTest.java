package dev.loombench.analysis.validity.load;

import static dev.loombench.ChangedSampleRun.interleaved;
import static dev.loombench.ChangedSampleRun.loaded;
import static dev.loombench.ChangedSampleRun.results;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.SampleRun;
import dev.loombench.analysis.Analysis;
import dev.loombench.experiment.Criteria;
import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.Metric;
import dev.loombench.finding.Severity;
import dev.loombench.load.result.LoadResults;
import dev.loombench.result.Interleaving;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.traffic.LoadModel;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.UnaryOperator;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/// A server with 50 threads, one per connection, serves 50,000 requests of 1 ms per second. One of
/// 51 users waits for all the time: Little's law holds within 2 %.
class WaitsFromBeforeTest {
    private static Experiment decidedBy(Metric metric) {
        return SampleRun.experiment(new LoadModel.Closed(51, Duration.ZERO))
                .withCriteria(new Criteria(metric, 0.03, List.of()));
    }

    private static Completed inFlight(double requests) {
        var trial = SampleRun.completed(50_000, 1);
        var load = trial.load();
        return loaded(
                trial,
                LoadResults.of(
                        load.window(),
                        load.counts(),
                        LoadResults.connections(51, 51, 0, 0, 0, requests, new Histogram(3)),
                        load.generator(),
                        load.intervals()));
    }

    private static List<WaitsFromBefore> found(double inFlight) {
        return found(inFlight, trial -> trial);
    }

    private static List<WaitsFromBefore> found(
            double inFlight, UnaryOperator<Completed> interleaving) {
        var manifest = SampleRun.manifest(decidedBy(Metric.P99));
        return Analysis.of(manifest, results(manifest, _ -> interleaving.apply(inFlight(inFlight))))
                .findings()
                .stream()
                .filter(WaitsFromBefore.class::isInstance)
                .map(WaitsFromBefore.class::cast)
                .toList();
    }

    @Test
    void a_user_who_is_never_served_makes_percentiles_invalid_that_as_many_users_reach() {
        var waits = found(51).getFirst();
        assertThat(waits.waiting()).isCloseTo(1, within(0.05));
        assertThat(waits.affects(Metric.P99)).isTrue();
        assertThat(waits.affects(Metric.P95)).isFalse();
        assertThat(waits.severity(decidedBy(Metric.P99))).isEqualTo(Severity.INVALID);
        assertThat(waits.severity(decidedBy(Metric.P95))).isEqualTo(Severity.NOTE);
        assertThat(waits.severity(decidedBy(Metric.THROUGHPUT))).isEqualTo(Severity.NOTE);
    }

    @Test
    void requests_at_the_edges_of_the_window_are_no_users_who_wait() {
        assertThat(found(50.5)).isEmpty();
        assertThat(found(49.5)).isEmpty();
    }

    /// A rest begins when no request is left.
    @Test
    void no_user_waits_throughout_slices() {
        assertThat(found(51, trial -> interleaved(trial, ofSlices(1)))).isNotEmpty();
        assertThat(found(51, trial -> interleaved(trial, ofSlices(10)))).isEmpty();
    }

    private static Interleaving ofSlices(int slices) {
        var none = OptionalDouble.empty();
        var slice =
                new Interleaving.Slice(
                        2_000_000_000L / slices, 0, 1_000_000, 100_000 / slices, none);
        return new Interleaving(Collections.nCopies(slices, slice), none, none, none, 0);
    }
}

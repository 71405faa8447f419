package dev.loombench.analysis.validity.load;

import static dev.loombench.ChangedSampleRun.results;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.SampleRun;
import dev.loombench.analysis.Analysis;
import dev.loombench.base.Window;
import dev.loombench.experiment.Criteria;
import dev.loombench.experiment.Metric;
import dev.loombench.load.result.LoadResult;
import dev.loombench.load.result.LoadResults;
import dev.loombench.observe.result.MetricId;
import dev.loombench.observe.result.Observation.Point;
import dev.loombench.observe.result.Observation.Series;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.traffic.LoadModel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/// A limiter that gives out 200 tokens at the beginning of each second: 50 users have three
/// requests of 1 ms and one of a second each. A request that arrives at any moment waits for half a
/// second.
class ArrivalsOfMedianTest {
    private static final long SECOND = 1_000_000_000;

    /// @param first share of a second's responses that arrive in its first quarter
    private static Completed trial(double first) {
        var like = SampleRun.completed(200, 1);
        var times = new Histogram(3);
        times.recordValueWithCount(1_000_000, 150);
        times.recordValueWithCount(SECOND, 50);
        var intervals =
                Stream.of(3, 4)
                        .map(s ->
                                new LoadResult.Second(
                                        new Window(s * SECOND, (s + 1) * SECOND), times, times))
                        .toList();
        var points = new ArrayList<Point>();
        double responses = 0;
        for (int quarter = 0; quarter < 8; quarter++) {
            points.add(new Point(3 * SECOND + quarter * SECOND / 4, responses));
            responses += 200 * (quarter % 4 == 0 ? first : (1 - first) / 3);
        }
        return SampleRun.completed(
                like.warmUp(),
                LoadResults.of(
                        new Window(3 * SECOND, 5 * SECOND),
                        LoadResults.counts(400, 400, Map.of(), 0, 400, 0),
                        LoadResults.connections(50, 50, 0, intervals),
                        like.load().generator(),
                        intervals),
                Optional.empty(),
                List.of(new Series("load", MetricId.LOAD_RESPONSES, points)));
    }

    private static Optional<ArrivalsOmitted> found(Metric decides, double first) {
        var manifest =
                SampleRun.manifest(
                        SampleRun.experiment(new LoadModel.Closed(50, Duration.ZERO))
                                .withCriteria(new Criteria(decides, 0.03, List.of())));
        return Analysis.of(manifest, results(manifest, _ -> trial(first))).findings().stream()
                .filter(ArrivalsOmitted.class::isInstance)
                .map(ArrivalsOmitted.class::cast)
                .findFirst();
    }

    @Test
    void a_median_that_decides_and_hides_a_server_that_stands_still_is_a_note() {
        var median = found(Metric.P50, 1).orElseThrow();
        assertThat(median.percentile().label()).isEqualTo("p50");
        assertThat(median.sentNanos() / 1e6).isCloseTo(1, within(0.01));
        assertThat(median.arrivingNanos() / 1e6).isCloseTo(499, within(2.0));
        assertThat(found(Metric.THROUGHPUT, 1)).isEmpty();
    }

    /// As of requests that take a second each, among others.
    @Test
    void requests_of_different_cost_are_no_stall() {
        assertThat(found(Metric.P50, 0.25)).isEmpty();
    }
}

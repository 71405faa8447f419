package dev.loombench.analysis.validity.load;

import static dev.loombench.ChangedSampleRun.findings;
import static dev.loombench.ChangedSampleRun.like;
import static dev.loombench.ChangedSampleRun.severity;
import static dev.loombench.ChangedSampleRun.sliced;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.SampleRun;
import dev.loombench.analysis.finding.ServingLimit;
import dev.loombench.analysis.finding.ServingLimit.Resource;
import dev.loombench.analysis.validity.consistency.ConsistencyFinding;
import dev.loombench.base.Window;
import dev.loombench.experiment.Metric;
import dev.loombench.finding.Severity;
import dev.loombench.load.limit.Backlog;
import dev.loombench.load.result.LoadResult.Second;
import dev.loombench.load.result.LoadResults;
import dev.loombench.result.RunManifest;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.traffic.Arrival;
import dev.loombench.traffic.LoadModel;
import java.util.ArrayList;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Overload as a finding of a run, with its limit.
///
/// The sample's pool of 100 threads serves 1,000/s of 100 ms each; windows of 5 s.
class OverloadedTest {
    private static final RunManifest RUN =
            like(new LoadModel.Open(1_100, Arrival.CONSTANT, 5_000), Metric.P99);

    @Test
    void an_overloaded_pool_is_the_limit_and_not_the_arrival_rate() {
        var found = findings(RUN, _ -> answered(5_000, 100));
        assertThat(found)
                .filteredOn(Overloaded.class::isInstance)
                .first()
                .isInstanceOfSatisfying(
                        Overloaded.class,
                        f -> {
                            assertThat(f.variant()).isEqualTo(SampleRun.POOL);
                            assertThat(f.backlog().arrivals()).isCloseTo(1_100, within(0.1));
                            assertThat(f.backlog().responses()).isCloseTo(1_000, within(0.1));
                            assertThat(f.backlog().growth()).isCloseTo(100, within(0.1));
                            assertThat(f.limit())
                                    .contains(new ServingLimit(Resource.POOL, 100, 0.1));
                            assertThat(f.severity()).isEqualTo(Severity.INVALID);
                            assertThat(f.trials()).isEqualTo(3);
                        });
        assertThat(found).noneMatch(ConsistencyFinding.class::isInstance);
    }

    /// The process of block 2 cannot keep up, and the others can.
    @Test
    void of_processes_that_differ_the_figures_are_those_that_cannot_keep_up() {
        var found = findings(RUN, t -> t.block() == 2 ? answered(5_000, 100) : answered(5_500, 0));
        assertThat(found)
                .filteredOn(Overloaded.class::isInstance)
                .first()
                .isInstanceOfSatisfying(
                        Overloaded.class,
                        f -> {
                            assertThat(f.trials()).isEqualTo(1);
                            assertThat(f.completed()).isEqualTo(3);
                            assertThat(f.backlog().responses()).isCloseTo(1_000, within(0.1));
                            assertThat(f.backlog().growth()).isCloseTo(100, within(0.1));
                            assertThat(f.limit()).isEmpty();
                        });
    }

    /// 2 % of 5,500 arrivals are 110.
    @ParameterizedTest
    @CsvSource({"5391, 100, none", "5389, 100, invalid", "5389, 0, none"})
    void it_needs_a_backlog_of_two_percent_that_grows(
            int responses, int millisPerSecond, String severity) {
        assertThat(
                        severity(
                                Overloaded.class,
                                findings(RUN, _ -> answered(responses, millisPerSecond))))
                .isEqualTo(severity);
    }

    @Test
    void in_slices_each_begins_with_an_empty_queue_and_nothing_follows() {
        assertThat(findings(RUN, _ -> sliced(answered(5_000, 100), 2, 0)))
                .noneMatch(Overloaded.class::isInstance);
        assertThat(findings(RUN, _ -> sliced(answered(5_000, 100), 1, 0)))
                .hasAtLeastOneElementOfType(Overloaded.class);
    }

    @Test
    void response_times_are_affected_and_cost_is_not() {
        var found =
                findings(RUN, _ -> answered(5_000, 100)).stream()
                        .filter(Overloaded.class::isInstance)
                        .findFirst()
                        .orElseThrow();
        assertThat(found.affects(Metric.P50)).isTrue();
        assertThat(found.affects(Metric.CPU_PER_REQUEST)).isFalse();
        assertThat(found.affects(Metric.THROUGHPUT)).isFalse();
    }

    /// More streams, not a lower rate alone, where a setting of the server allows too few.
    @ParameterizedTest
    @CsvSource({"STREAMS, true", "CONNECTIONS, false", "PROCESSORS, false"})
    void a_load_names_the_setting_of_the_server_that_limits_its_streams(
            Resource resource, boolean streams) {
        var limit = new ServingLimit(resource, 4, 0.051);
        var found = Overloaded.ofWindow("a", new Backlog(220, 78, 0, 142), Optional.of(limit));
        assertThat(found.ofLoad().remedy().contains("--streams")).isEqualTo(streams);
    }

    /// @param millisPerSecond by which response times rise, from 100 ms
    private static Completed answered(long responses, int millisPerSecond) {
        var sample = SampleRun.completed(1_000, 400);
        var intervals = new ArrayList<Second>();
        for (int second = 0; second < 5; second++) {
            var window = new Window((3 + second) * SECOND, (4 + second) * SECOND);
            var times = SampleRun.histogram(1_100, 100 + second * (double) millisPerSecond);
            intervals.add(new Second(window, times, times));
        }
        return sample.with(
                LoadResults.of(
                        new Window(3 * SECOND, 8 * SECOND),
                        LoadResults.counts(5_500, 5_500, Map.of(), 0, responses, 0),
                        LoadResults.connections(5_000, 5_000, 0, intervals),
                        LoadResults.generator("nio", 1_000, 0.1, new Histogram(3)),
                        intervals));
    }

    private static final long SECOND = 1_000_000_000;
}

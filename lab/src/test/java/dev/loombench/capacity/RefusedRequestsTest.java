package dev.loombench.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleRun;
import dev.loombench.analysis.capacity.objective.Objectives;
import dev.loombench.load.result.ErrorCodes;
import dev.loombench.load.result.LoadResult;
import dev.loombench.load.result.LoadResult.Connections;
import dev.loombench.load.result.LoadResult.Counts;
import dev.loombench.load.result.LoadResults;
import dev.loombench.load.result.Streams;
import dev.loombench.traffic.Traffic;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/// Windows with 200 good responses of 500 ms and 20 requests that failed.
class RefusedRequestsTest {
    private static boolean explain(
            String objective, double lightSeconds, String kind, Map<Integer, Long> statuses) {
        var load = SampleRun.completed(100, 500, Map.of(kind, 20L), 100, 0.2).load();
        var counts = load.counts();
        var answered =
                load.with(
                        new Counts(
                                counts.sent(),
                                counts.succeeded(),
                                counts.errors(),
                                counts.unfinished(),
                                counts.succeededInWindow(),
                                counts.bytes(),
                                statuses));
        return explain(answered, objective, lightSeconds);
    }

    private static boolean explain(LoadResult window, String objective, double lightSeconds) {
        return new RefusedRequests(lightSeconds)
                .explain(window, Objectives.parse(List.of(objective)), Traffic.NONE);
    }

    @Test
    void refused_requests_beside_fast_ones_violate_by_themselves() {
        assertThat(explain("p99<1s", 0.5, "status-4xx", Map.of(429, 20L))).isTrue();
        assertThat(explain("errors<1%", 0.5, "status-5xx", Map.of(503, 20L))).isTrue();
    }

    @Test
    void calls_of_grpc_are_refused_by_their_own_statuses() {
        assertThat(explainCalls(Map.of(8, 15L, 14, 5L))).isTrue();
        assertThat(explainCalls(Map.of(13, 20L))).isFalse();
    }

    private static boolean explainCalls(Map<Integer, Long> statuses) {
        var load = SampleRun.completed(100, 500, Map.of("grpc-status", 20L), 100, 0.2).load();
        var streams =
                new Streams(
                        1,
                        OptionalLong.empty(),
                        0,
                        ErrorCodes.NONE,
                        0,
                        0,
                        0,
                        statuses,
                        new Histogram(3),
                        Optional.empty());
        var open = load.connections();
        var calls =
                new Connections(
                        open.requested(),
                        open.established(),
                        open.closed(),
                        open.timedOut(),
                        open.earlyResponses(),
                        open.allInUse(),
                        open.inFlight(),
                        open.connectTime(),
                        open.tls(),
                        Optional.of(streams));
        var window =
                LoadResults.of(
                        load.window(), load.counts(), calls, load.generator(), load.intervals());
        return explain(window, "errors<1%", 0.5);
    }

    @Test
    void a_server_that_is_slower_than_under_a_light_load_may_refuse_for_that() {
        assertThat(explain("p99<1s", 0.05, "status-4xx", Map.of(429, 20L))).isFalse();
        assertThat(explain("p99<1s", Double.POSITIVE_INFINITY, "status-4xx", Map.of(429, 20L)))
                .as("unknown")
                .isFalse();
    }

    /// As of a server that does not take part in the load any more, for whatever reason.
    @Test
    void a_window_without_a_good_response_does_not_show_that_they_are_fast() {
        var failed = Map.of("status-5xx", 20L);
        var none = new Counts(20, 0, failed, 0, 0, 0, Map.of(503, 20L));
        var refused =
                SampleRun.completed(100, 500, failed, 100, 0.2).load().with(none).with(List.of());
        assertThat(explain(refused, "p99<1s", 0.5)).isFalse();
    }

    @Test
    void other_violations_may_be_the_machine_s() {
        assertThat(explain("p99<1s", 0.5, "status-4xx", Map.of(404, 20L))).isFalse();
        assertThat(explain("p99<1s", 0.5, "reset", Map.of())).isFalse();
        assertThat(explain("p99<1s", 0.5, "status-4xx", Map.of(429, 10L, 404, 10L))).isFalse();
        assertThat(explain("p99<400ms", 0.5, "status-4xx", Map.of(429, 20L))).isFalse();
    }
}

package dev.loombench.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleRun;
import dev.loombench.analysis.capacity.objective.Objectives;
import dev.loombench.load.result.LoadResult.Counts;
import dev.loombench.traffic.Traffic;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Windows with 200 good responses of 500 ms and 20 requests that failed.
class RefusalsTest {
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
        return new Refusals(lightSeconds)
                .explain(answered, Objectives.parse(List.of(objective)), Traffic.NONE);
    }

    @Test
    void refused_requests_beside_fast_ones_violate_by_themselves() {
        assertThat(explain("p99<1s", 0.5, "status-4xx", Map.of(429, 20L))).isTrue();
        assertThat(explain("errors<1%", 0.5, "status-5xx", Map.of(503, 20L))).isTrue();
    }

    @Test
    void a_server_that_is_slower_than_under_a_light_load_may_refuse_for_that() {
        assertThat(explain("p99<1s", 0.05, "status-4xx", Map.of(429, 20L))).isFalse();
        assertThat(explain("p99<1s", Double.POSITIVE_INFINITY, "status-4xx", Map.of(429, 20L)))
                .as("unknown")
                .isFalse();
    }

    @Test
    void other_violations_may_be_the_machine_s() {
        assertThat(explain("p99<1s", 0.5, "status-4xx", Map.of(404, 20L))).isFalse();
        assertThat(explain("p99<1s", 0.5, "reset", Map.of())).isFalse();
        assertThat(explain("p99<1s", 0.5, "status-4xx", Map.of(429, 10L, 404, 10L))).isFalse();
        assertThat(explain("p99<400ms", 0.5, "status-4xx", Map.of(429, 20L))).isFalse();
    }
}

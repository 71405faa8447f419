package dev.loombench.junit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.base.Window;
import dev.loombench.load.result.LoadResult.Second;
import dev.loombench.load.result.LoadResults;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/// 200 requests/s for 5 s, sent 600 ms late each: half of the response times or more, which count
/// from the intended send.
class ObjectiveVerdictTest {
    private static final long REQUESTS = 1_000;
    private static final long LAG = 600_000_000;

    private static final class Prices {
        @HoldsObjective(value = "p99<1s", rate = 200, duration = "5s")
        void are_fast() {}
    }

    private static Optional<String> failure(long responseNanos, long answered)
            throws ReflectiveOperationException {
        return failure(responseNanos, answered, Map.of());
    }

    private static Optional<String> failure(
            long responseNanos, long answered, Map<String, Long> errors)
            throws ReflectiveOperationException {
        var address =
                new ServiceAddress(
                        "http://127.0.0.1:8080",
                        false,
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 8080),
                        Optional.empty());
        var annotation =
                Prices.class.getDeclaredMethod("are_fast").getAnnotation(HoldsObjective.class);
        var window = new Window(0, 5_000_000_000L);
        long sent = answered + errors.values().stream().mapToLong(Long::longValue).sum();
        var seconds =
                List.of(
                        new Second(
                                window,
                                times(responseNanos, answered),
                                times(responseNanos - LAG, answered)));
        var result =
                LoadResults.of(
                        window,
                        LoadResults.counts(sent, answered, errors, 0, answered, 0),
                        LoadResults.connections(100, 100, 0, seconds),
                        LoadResults.generator("nio", 0, 0.1, times(LAG, answered)),
                        seconds);
        return new ObjectiveVerdict(ObjectiveLoad.of(annotation, address), result)
                .failure(List.of());
    }

    private static Histogram times(long nanos, long count) {
        var times = new Histogram(3);
        times.recordValueWithCount(nanos, count);
        return times;
    }

    @Test
    void an_objective_that_holds_although_requests_were_sent_late_holds()
            throws ReflectiveOperationException {
        assertThat(failure(900_000_000, REQUESTS)).isEmpty();
    }

    @Test
    void requests_sent_late_are_named_where_an_objective_does_not_hold()
            throws ReflectiveOperationException {
        assertThat(failure(1_100_000_000, REQUESTS).orElseThrow())
                .startsWith("p99<1s does not hold at 200/s")
                .contains("was sent 600 ms late or more", "rate (rate)");
    }

    @Test
    void a_late_load_without_a_tenth_of_its_requests_is_no_evidence()
            throws ReflectiveOperationException {
        assertThat(failure(900_000_000, REQUESTS * 9 / 10).orElseThrow())
                .startsWith("the load is no evidence at 200/s")
                .contains("was sent 600 ms late or more");
    }

    /// Had they come in time, the service might have refused more.
    @Test
    void a_late_load_of_which_requests_were_refused_is_no_evidence()
            throws ReflectiveOperationException {
        var refused = Map.of("status-4xx", REQUESTS / 50);
        assertThat(failure(900_000_000, REQUESTS * 49 / 50, refused).orElseThrow())
                .startsWith("the load is no evidence at 200/s")
                .contains("was sent 600 ms late or more");
    }

    /// Time-outs are errors and late requests, too.
    @Test
    void without_a_good_response_no_other_problem_is_listed() throws ReflectiveOperationException {
        assertThat(failure(900_000_000, 0, Map.of("timeout", REQUESTS)).orElseThrow())
                .contains("none was answered", "longer timeout")
                .doesNotContain("600 ms late", "errors<1%");
    }
}

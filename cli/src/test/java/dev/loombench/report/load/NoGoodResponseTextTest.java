package dev.loombench.report.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.analysis.validity.response.ResponseFinding.NoGoodResponse;
import dev.loombench.cli.SampleLoad;
import dev.loombench.load.result.LoadResult;
import dev.loombench.load.result.LoadResult.Connections;
import dev.loombench.load.result.LoadResult.Counts;
import dev.loombench.load.result.LoadResult.Events;
import dev.loombench.load.result.LoadResults;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/// A window of 10 s, and a time-out of 1 s.
class NoGoodResponseTextTest {
    private static final String HANGS = "check whether the server hangs";
    private static final String UNENDED = "a stream without an end needs --hold";
    private static final String ACCEPTS = "check whether the server accepts connections";

    /// Its users sent their requests in the warm-up, and wait for longer than the window.
    @Test
    void a_server_that_hangs_has_been_sent_requests() {
        assertProblem(
                LoadResults.counts(0, 0, Map.of(), 0, 0, 0),
                connections(10, 10),
                "10 requests were sent before the window, and none was answered within its 10.0 s",
                HANGS);
        assertProblem(
                LoadResults.counts(0, 0, Map.of(), 0, 0, 0),
                connections(1, 1),
                "1 request was sent before the window, and none was answered within its 10.0 s",
                HANGS);
    }

    @Test
    void requests_that_all_timed_out_were_sent() {
        assertProblem(
                LoadResults.counts(100, 0, Map.of("timeout", 100L), 0, 0, 0),
                connections(10, 10),
                "100 requests were sent, none was answered within 1s",
                HANGS);
    }

    @Test
    void arrivals_that_found_no_free_connection_do_not_show_a_server_that_hangs() {
        assertProblem(
                LoadResults.counts(100, 0, Map.of("timeout", 100L), 0, 5, 0),
                new Connections(
                        5, 5, 0, 0, 0, 99, 5, new Histogram(3), Optional.empty(), Optional.empty()),
                "none of 100 requests was answered within 1s: for most of them no connection was free in time",
                HANGS
                        + " (its log; of a JVM, loombench inspect PID); if not, use more connections");
    }

    @Test
    void a_server_that_answers_earlier_requests_does_not_hang() {
        assertProblem(
                LoadResults.counts(100, 0, Map.of("timeout", 100L), 0, 5, 0),
                connections(10, 10),
                "100 requests were sent, none was answered within 1s, and earlier ones were answered",
                "give a lower rate");
    }

    /// One stream timed out, and the events of others came while they waited.
    @Test
    void responses_that_began_and_did_not_end_are_not_those_of_a_server_that_hangs() {
        var timedOut = Map.of("timeout", "the response began and did not end");
        assertProblem(
                LoadResults.counts(100, 0, Map.of("timeout", 100L), 0, 0, 0),
                connections(10, 10),
                Optional.of(events(0, timedOut)),
                "100 requests were sent, responses began and none ended within 1s",
                UNENDED);
        assertProblem(
                LoadResults.counts(0, 0, Map.of(), 0, 0, 0),
                connections(10, 10),
                Optional.of(events(50, Map.of())),
                "10 requests were sent before the window, and responses began and none ended within its 10.0 s",
                UNENDED);
    }

    @Test
    void events_do_not_change_other_outcomes() {
        assertProblem(
                LoadResults.counts(10, 0, Map.of("reset", 10L), 0, 0, 0),
                connections(10, 10),
                Optional.of(events(50, Map.of())),
                "no good response: reset 10",
                "check the URL");
    }

    private static Events events(long count, Map<String, String> faults) {
        return new Events(count, 0, 0, new Histogram(3), new Histogram(3), Map.of(), faults);
    }

    @Test
    void responses_that_all_came_after_the_deadline_are_no_fault_of_the_address() {
        assertProblem(
                LoadResults.counts(
                        10, 0, Map.of("deadline-late", 7L, "deadline-unsent", 3L), 0, 0, 0),
                connections(10, 10),
                "7 of 10 requests were sent, and none was answered within its deadline; for 3 no connection was free in time",
                "use more connections");
        assertProblem(
                LoadResults.counts(10, 0, Map.of("deadline-late", 10L), 0, 0, 0),
                connections(10, 10),
                "10 requests were sent, and none was answered within its deadline",
                "raise the deadline");
        assertProblem(
                LoadResults.counts(10, 0, Map.of("deadline-unsent", 10L), 0, 0, 0),
                connections(10, 10),
                "none of 10 requests was sent within its deadline: no connection was free in time",
                "use more connections");
    }

    @Test
    void a_load_that_was_stopped_has_no_time_out() {
        assertProblem(
                LoadResults.counts(10, 0, Map.of(), 10, 0, 0),
                connections(10, 10),
                "10 requests were sent, none was answered before the end of the load",
                HANGS);
    }

    @Test
    void without_a_connection_nothing_was_sent() {
        assertProblem(
                LoadResults.counts(100, 0, Map.of("timeout", 100L), 0, 0, 0),
                connections(0, 0),
                "100 requests waited for a connection, and none was opened within 1s",
                ACCEPTS);
        assertProblem(
                LoadResults.counts(0, 0, Map.of(), 0, 0, 0),
                connections(0, 0),
                "no connection was open within the window of 10.0 s, so no request was sent",
                ACCEPTS);
    }

    /// One arrival in 20 s.
    @Test
    void a_window_may_have_no_arrival() {
        assertProblem(
                LoadResults.counts(0, 0, Map.of(), 0, 0, 0),
                connections(8, 0),
                "no request was sent within the window of 10.0 s",
                "give a longer --duration");
    }

    @Test
    void a_server_that_expects_tls_is_named() {
        assertProblem(
                LoadResults.counts(10, 0, Map.of("tls-expected", 10L), 0, 0, 0),
                connections(8, 0),
                "the server expects TLS (https, wss, grpcs), and 10 requests were sent without it",
                "use https://");
    }

    @Test
    void other_outcomes_are_counted() {
        assertProblem(
                new Counts(
                        10,
                        0,
                        Map.of("timeout", 3L, "status-5xx", 7L),
                        0,
                        0,
                        0,
                        Map.of(502, 3L, 503, 4L)),
                connections(8, 0),
                "no good response: status 502 3, status 503 4, timeout 3",
                "check the URL");
    }

    private static Connections connections(int open, double inFlight) {
        return LoadResults.connections(10, open, 0, 0, 0, inFlight, new Histogram(3));
    }

    private static void assertProblem(
            Counts counts, Connections connections, String message, String remedy) {
        assertProblem(counts, connections, Optional.empty(), message, remedy);
    }

    private static void assertProblem(
            Counts counts,
            Connections connections,
            Optional<Events> events,
            String message,
            String remedy) {
        var sample = SampleLoad.with();
        var result = sample.result();
        var found =
                NoGoodResponse.of(
                                "the load",
                                sample.request().traffic(),
                                new LoadResult(
                                        result.window(),
                                        counts,
                                        connections,
                                        result.generator(),
                                        List.of(),
                                        result.intervals(),
                                        events))
                        .orElseThrow();
        assertThat(found.ofLoad().message()).isEqualTo(message);
        assertThat(found.ofLoad().remedy()).startsWith(remedy);
        assertThat(found.ofLoad().impact())
                .as("its throughput may be that of earlier requests")
                .doesNotContain("nothing was measured");
    }
}

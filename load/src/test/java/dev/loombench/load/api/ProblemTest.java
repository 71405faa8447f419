package dev.loombench.load.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.finding.Severity;
import dev.loombench.load.api.GeneratorProblem.GeneratorSaturated;
import dev.loombench.load.api.GeneratorProblem.GeneratorStalled;
import dev.loombench.load.api.GeneratorProblem.GeneratorStarved;
import dev.loombench.load.api.ResponseProblem.Errors;
import dev.loombench.load.api.UnansweredProblem.NoGoodResponse;
import dev.loombench.load.api.UnansweredProblem.NoGoodResponse.Reason;
import dev.loombench.load.result.LoadResult.Stalls;
import dev.loombench.load.result.Streams;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProblemTest {
    /// 90 % busy, 50 % of the time without a processor, 0.2 s of 10 s without a turn, and one error
    /// in a thousand and one more.
    @Test
    void figures_at_the_limit_are_a_note_and_beyond_it_invalid() {
        assertSeverities(new GeneratorSaturated(0.90), new GeneratorSaturated(0.91));
        assertSeverities(new GeneratorStarved(0.5, 0), new GeneratorStarved(0.51, 0));
        assertSeverities(stalled(200), stalled(201));
        assertSeverities(errors(2), errors(3));
    }

    private static void assertSeverities(Problem atLimit, Problem beyond) {
        assertThat(atLimit.severity()).isEqualTo(Severity.NOTE);
        assertThat(beyond.severity()).isEqualTo(Severity.INVALID);
    }

    private static Problem stalled(long millis) {
        long nanos = millis * 1_000_000;
        return new GeneratorStalled(new Stalls(1, nanos, nanos, OptionalLong.of(0), 0), 10);
    }

    /// Of 1,000 requests.
    private static Problem errors(long count) {
        return new Errors(count, count / 1_000.0, new TreeMap<>(Map.of("timeout", count)));
    }

    /// Of 10 requests that were sent, or of 10 that waited throughout the window.
    @ParameterizedTest
    @CsvSource({
        "10, 0, 10, timeout, UNANSWERED",
        "10, 0, 0, timeout, NO_CONNECTION",
        "10, 0, 10, tls-expected, TLS_EXPECTED",
        "10, 0, 10, deadline-late, LATE",
        "10, 0, 10, deadline-unsent, DEADLINE_UNSENT",
        "10, 0, 10, status 503, FAILED",
        "0, 10, 10, , UNANSWERED",
        "0, 0, 10, , NONE_DUE",
        "0, 0, 0, , NO_CONNECTION",
    })
    void a_load_without_a_good_response_has_a_reason(
            long sent, long waited, int established, @Nullable String outcome, Reason reason) {
        var outcomes = new TreeMap<String, Long>();
        if (outcome != null) {
            outcomes.put(outcome, sent);
        }
        var problem =
                new NoGoodResponse(
                        10_000_000_000L,
                        1_000_000_000,
                        sent,
                        waited,
                        established,
                        outcomes,
                        new TreeMap<>());
        assertThat(problem.reason()).isEqualTo(reason);
    }

    @Test
    void requests_for_which_the_server_allows_no_stream_were_not_sent() {
        var outcomes = new TreeMap<>(Map.of("timeout", 5L));
        var faults = new TreeMap<>(Map.of("timeout", Streams.NONE_ALLOWED));
        var problem = new NoGoodResponse(10_000_000_000L, 1_000_000_000, 5, 0, 2, outcomes, faults);
        assertThat(problem.reason()).isEqualTo(Reason.NO_STREAM);
    }
}

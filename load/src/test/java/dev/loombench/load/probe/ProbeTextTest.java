package dev.loombench.load.probe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.load.result.LoadResult.Counts;
import dev.loombench.load.result.LoadResults;
import dev.loombench.traffic.Request;
import dev.loombench.traffic.Streaming;
import dev.loombench.traffic.Traffic;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The sentences about a first request that failed; its timeout is 10 s.
class ProbeTextTest {
    private static final InetSocketAddress TARGET =
            new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 81);
    private static final Traffic PLAIN = Traffic.of(Request.get("/a", Duration.ofSeconds(10)));
    private static final Traffic EVENTS = PLAIN.withStreaming(Optional.of(Streaming.EVENTS));
    private static final Traffic WEBSOCKET = PLAIN.withStreaming(Optional.of(Streaming.WEBSOCKET));

    private static String reason(Traffic traffic, Counts counts, boolean began) {
        return ProbeText.failure(TARGET, traffic, counts, began).orElseThrow().reason();
    }

    private static Counts timeout() {
        return LoadResults.counts(1, 0, Map.of("timeout", 1L), 0, 0, 0);
    }

    private static Counts status(int status) {
        return new Counts(1, 0, Map.of("status-4xx", 1L), 0, 0, 0, Map.of(status, 1L));
    }

    @Test
    void a_good_response_is_no_failure() {
        var counts = LoadResults.counts(1, 1, Map.of(), 0, 1, 0);
        assertThat(ProbeText.failure(TARGET, PLAIN, counts, false)).isEmpty();
    }

    @Test
    void a_response_that_began_is_told_from_none() {
        assertThat(reason(PLAIN, timeout(), false))
                .isEqualTo("GET /a: no response from 127.0.0.1:81 within 10s");
        assertThat(reason(PLAIN, timeout(), true))
                .isEqualTo(
                        "GET /a: the response of 127.0.0.1:81 began and did not end within 10s; give --sse for server-sent events, with --hold where they do not end, or a longer --timeout");
        assertThat(reason(EVENTS, timeout(), true))
                .isEqualTo(
                        "GET /a: the response of 127.0.0.1:81 began, and no event came within 10s; give a longer --timeout");
    }

    /// The service that a command starts has no URL in which the scheme could be changed.
    @Test
    void what_lets_a_service_speak_tls_is_said() {
        var counts = LoadResults.counts(1, 0, Map.of("tls-expected", 1L), 0, 0, 0);
        assertThat(ProbeText.failure(TARGET, PLAIN, counts, false).orElseThrow().reason())
                .contains("expects TLS", "https://", "--insecure", "--cacert");
    }

    @ParameterizedTest
    @CsvSource({
        "400, Sec-WebSocket-Protocol",
        "403, Origin",
        "404, another path",
        "426, Sec-WebSocket-Protocol",
        "401, Authorization"
    })
    void what_a_server_of_websocket_may_require_is_named(int status, String advice) {
        assertThat(reason(WEBSOCKET, status(status), false))
                .startsWith(
                        "GET /a: 127.0.0.1:81 responds with status %d and does not open a WebSocket: "
                                .formatted(status))
                .contains(advice);
    }

    @ParameterizedTest
    @CsvSource({"connect-refused", "connect-timeout", "connect-unreachable", "closed-early"})
    void what_became_of_a_connection_is_said_before_its_kind(String kind) {
        var counts = LoadResults.counts(1, 0, Map.of(kind, 1L), 0, 0, 0);
        assertThat(reason(PLAIN, counts, false))
                .contains("127.0.0.1:81", "(" + kind + ")")
                .doesNotContain("no good response");
    }

    @Test
    void a_load_that_should_be_one_of_websocket_is_told_so() {
        assertThat(reason(PLAIN, status(426), false)).contains("ws://");
    }

    @Test
    void a_status_that_says_all_has_no_advice() {
        assertThat(reason(WEBSOCKET, status(500), false)).endsWith("and does not open a WebSocket");
        assertThat(reason(PLAIN, status(404), false)).endsWith("responds with status 404");
    }
}

package dev.loombench.requests.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LogLineTest {
    private static final OptionalLong TIME = OptionalLong.of(1_794_464_724_123_000_000L);

    private static LogLine envoy(String request, int status) {
        return new LogLine(TIME, OptionalLong.empty(), request, status);
    }

    /// Its time is that of the start, so that no duration is subtracted.
    @Test
    void lines_of_envoy_begin_with_the_time() {
        assertThat(
                        LogLine.parse(
                                "[2026-11-12T06:25:24.123Z] \"GET /a?b=1 HTTP/2\" 200 - 154 0 226 100 \"10.0.35.28\" \"curl [x]\" \"cc21d9b0-cf5c-432b-8c7e-98aeb7988cd2\" \"shop\" \"tcp://10.0.2.1:80\""))
                .contains(envoy("GET /a?b=1 HTTP/2", 200));
        assertThat(
                        LogLine.parse(
                                "[2026-11-12T06:25:24.123Z] \"GET / HTTP/1.1\" 503 UF,URX upstream_reset_before_response_started{} - \"-\" 0 91 3 - \"-\" \"curl\""))
                .contains(envoy("GET / HTTP/1.1", 503));
    }

    @Test
    void a_request_without_a_response_has_the_status_0_in_a_line_of_envoy() {
        assertThat(
                        LogLine.parse(
                                "[2026-11-12T06:25:24.123Z] \"GET / HTTP/1.1\" 0 DC 0 0 3 - \"-\" \"curl\""))
                .contains(envoy("GET / HTTP/1.1", 0));
    }

    @Test
    void brackets_before_the_host_are_not_the_time() {
        assertThat(
                        LogLine.parse(
                                "[info] 192.0.2.7 - - [12/Nov/2026:06:25:24.123 +0000] \"GET / HTTP/1.1\" 200 5"))
                .contains(envoy("GET / HTTP/1.1", 200));
        assertThat(LogLine.parse("[info] \"GET / HTTP/1.1\" 200 5")).isEmpty();
    }

    /// nginx's `$msec`, in place of the whole second or beside it; Apache's `%{msec}t` and
    /// `%{usec}t`, and Tomcat's of a pattern, which have no brackets of their own.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "h - - [1794464724.123] \"GET /a HTTP/1.1\" 200 5",
                "h - - [1794464724123] \"GET /a HTTP/1.1\" 200 5",
                "h - - 1794464724123 \"GET /a HTTP/1.1\" 200 5 \"-\" \"a [b] \"",
                "h - 1234567890 1794464724123000 \"GET /a HTTP/1.1\" 200 5",
                "h - - 1794464724.123 \"GET /a HTTP/1.1\" 200 5",
                "h - - 2026-11-12 06:25:24.123 \"GET /a HTTP/1.1\" 200 5",
                "h - - 2026-11-12T08:25:24.123+0200 \"GET /a HTTP/1.1\" 200 5",
                "h - - [12/Nov/2026:06:25:24 +0000] \"GET /a HTTP/1.1\" 200 5 \"-\" \"-\" 1794464724.123",
                "h - - [12/Nov/2026:06:25:24 +0000] \"GET /a HTTP/1.1\" 200 5 msec=1794464724123",
                "h - - [12/Nov/2026:06:25:24 +0000] \"GET /a HTTP/1.1\" 200 5 7 \"1794464724123000\"",
                "{\"time\":\"2026-11-12T06:25:24.123Z\",\"process\":\"99\",\"request\":\"/a\",\"query\":\"\",\"method\":\"GET\",\"status\":\"200\"}",
                "{\"time\":\"[12/Nov/2026:06:25:24 +0000]\",\"time_usec\":1794464724123000,\"request\":\"GET /a HTTP/1.1\",\"status\":200}",
                "{\"timestamp_ms\":\"1794464724123\",\"request\":\"GET /a HTTP/1.1\",\"status\":200,\"agent\":\"\\xe2\\x80\"}"
            })
    void a_line_of_apache_or_nginx_has_its_milliseconds(String line) {
        var entry =
                (line.startsWith("{") ? JsonLogLine.parse(line) : LogLine.parse(line))
                        .orElseThrow();
        assertThat(entry.nanos()).isEqualTo(TIME);
        assertThat(entry.durationNanos()).isEmpty();
        assertThat(entry.parts()).containsExactly("GET", "/a", "HTTP/1.1");
    }

    /// Those of other seconds, and parts of other fields.
    @ParameterizedTest
    @ValueSource(
            strings = {"1794464725.123", "v1794464724123", "1.1794464724.123", "17944647241234"})
    void another_field_of_a_line_is_no_finer_time(String field) {
        var line = "h - - [12/Nov/2026:06:25:24 +0000] \"GET /a HTTP/1.1\" 200 5 " + field;
        assertThat(LogLine.parse(line).orElseThrow().nanos()).hasValue(1_794_464_724_000_000_000L);
    }
}

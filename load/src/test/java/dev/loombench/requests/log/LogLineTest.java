package dev.loombench.requests.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

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
}

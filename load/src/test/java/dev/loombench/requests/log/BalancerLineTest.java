package dev.loombench.requests.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class BalancerLineTest {
    private static final String UNTIL_REQUEST =
            "h2 2026-11-12T06:25:24.500000Z app/shop/50dc6c495c0c9188 192.0.2.7:2817 10.0.0.66:9000 ";

    private static final String AFTER_REQUEST =
            " \"curl/8.5.0\" TLS_AES_128_GCM_SHA256 TLSv1.3 arn:aws:elasticloadbalancing:x \"Root=1-58337327\" \"shop.example\" \"-\" 1 2026-11-12T06:25:24.123000Z \"forward\" \"-\" \"-\"";

    @Test
    void a_line_has_the_time_at_which_its_request_came() {
        assertThat(
                        LogLine.parse(
                                UNTIL_REQUEST
                                        + "0.001 0.370 0.006 200 200 5 257 \"GET https://shop.example:443/items?id=1 HTTP/2.0\""
                                        + AFTER_REQUEST))
                .contains(
                        new LogLine(
                                OptionalLong.of(1_794_464_724_123_000_000L),
                                OptionalLong.empty(),
                                "GET /items?id=1 HTTP/2.0",
                                200));
    }

    /// 1 + 370 + 6 ms before the response, as of older lines.
    @Test
    void without_that_time_a_line_has_the_one_of_the_response_and_a_duration() {
        var line =
                UNTIL_REQUEST
                        + "0.001 0.370 0.006 200 200 5 257 \"GET https://shop.example:443 HTTP/2.0\" \"-\" - -";
        assertThat(LogLine.parse(line))
                .contains(
                        new LogLine(
                                OptionalLong.of(1_794_464_724_500_000_000L),
                                OptionalLong.of(377_000_000),
                                "GET / HTTP/2.0",
                                200));
    }

    @Test
    void a_request_without_a_target_has_no_duration() {
        var line =
                UNTIL_REQUEST
                        + "-1 -1 -1 503 - 5 257 \"GET https://shop.example:443/ HTTP/2.0\" \"-\" - -";
        var parsed = LogLine.parse(line).orElseThrow();
        assertThat(parsed.status()).isEqualTo(503);
        assertThat(parsed.durationNanos()).isEmpty();
    }

    @Test
    void a_request_that_the_balancer_cannot_read_is_an_entry_without_a_version() {
        var line =
                UNTIL_REQUEST
                        + "-1 -1 -1 400 - 0 272 \"- http://192.0.2.1:80- \" \"-\" - - - \"-\" \"-\" \"-\" - 2026-11-12T06:25:24.123000Z \"-\" \"-\" \"-\"";
        assertThat(LogLine.parse(line))
                .contains(
                        new LogLine(
                                OptionalLong.of(1_794_464_724_123_000_000L),
                                OptionalLong.empty(),
                                "- - ",
                                400));
    }

    @Test
    void a_line_that_begins_like_one_may_be_of_another_format() {
        assertThat(BalancerLine.parse("http - - [12/Nov/2026:06:25:24 +0000] \"GET / HTTP/1.1\""))
                .isEmpty();
    }
}

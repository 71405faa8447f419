package dev.loombench.requests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.groups.Tuple.tuple;

import dev.loombench.text.WrongInput;
import dev.loombench.traffic.Request;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Requests from access logs.
class AccessLogTest {
    /// nginx, `combined`.
    private static final String NGINX =
            """
            192.0.2.7 - - [12/Nov/2026:06:25:24 +0000] "GET /items/1?color=red HTTP/1.1" 200 612 "-" "curl/8.5.0"
            192.0.2.7 - - [12/Nov/2026:06:25:24 +0000] "GET /items/1?color=red HTTP/1.1" 200 612 "https://shop.example/" "Mozilla/5.0 (X11; Linux x86_64) \\x22quoted\\x22"
            192.0.2.8 - ada [12/Nov/2026:06:25:26 +0000] "HEAD / HTTP/2.0" 204 0 "-" "-"
            192.0.2.8 - - [12/Nov/2026:06:25:30 +0000] "POST /orders HTTP/1.1" 201 2 "-" "-"
            192.0.2.9 - - [12/Nov/2026:06:25:31 +0000] "GET /missing HTTP/1.1" 404 153 "-" "-"
            192.0.2.9 - - [12/Nov/2026:06:25:31 +0000] "GET /items/1?color=red HTTP/1.1" 500 153 "-" "-"
            192.0.2.9 - - [12/Nov/2026:06:25:32 +0000] "\\x16\\x03\\x01\\x02\\x00" 400 157 "-" "-"
            192.0.2.9 - - [12/Nov/2026:06:25:33 +0000] "GET /price?$ HTTP/1.1" 302 0 "-" "-"
            """;

    /// Apache, `common`; the user has a space, the request an escaped quote.
    private static final String APACHE =
            """
            127.0.0.1 - Ada L. [10/Oct/2026:13:55:36 -0700] "GET /apache_pb.gif HTTP/1.0" 200 2326
            ::1 - - [10/Oct/2026:13:55:37 -0700] "GET /cached HTTP/1.1" 304 -
            ::1 - - [10/Oct/2026:13:55:37 -0700] "GET /a\\"b HTTP/1.1" 200 5
            ::1 - - [10/Oct/2026:13:55:37 -0700] "OPTIONS * HTTP/1.0" 200 -
            ::1 - - [10/Oct/2026:13:55:38 -0700] "-" 408 -
            """;

    private static GivenRequests parse(String text) {
        return AccessLog.parse("access.log", text);
    }

    @Test
    void a_log_of_nginx_in_combined_format() {
        var imported = parse(NGINX);
        assertThat(imported.requests())
                .extracting(Request::method, Request::path, Request::weight)
                .containsExactly(
                        tuple("GET", "/items/1?color=red", 2),
                        tuple("HEAD", "/", 1),
                        tuple("GET", "/price?$$", 1));
        assertThat(imported.requests()).allMatch(request -> request.headers().isEmpty());
        assertThat(imported.notes())
                .containsExactly(
                        "rate of the log: 0.4/s over 10 s, 2/s in the busiest second; --rate 0.4/s reproduces the mean",
                        "requests left out, with other methods than GET and HEAD: 1",
                        "requests left out, with a status of 4xx, 5xx or below 200: 3",
                        "the file has other statuses than 2xx (1 with 302); in a load they are errors unless --expect-status lists them");
    }

    @Test
    void a_log_of_apache_in_common_format() {
        var imported = parse(APACHE);
        assertThat(imported.requests())
                .extracting(Request::path)
                .containsExactly("/apache_pb.gif", "/cached");
        assertThat(imported.notes())
                .containsExactly(
                        "rate of the log: 1/s over 2 s, 1/s in the busiest second; --rate 1/s reproduces the mean",
                        "requests left out, with other methods than GET and HEAD: 1",
                        "requests left out, with a status of 4xx, 5xx or below 200: 1",
                        "requests left out, no valid HTTP: 1");
    }

    @Test
    void windows_line_ends_and_blank_lines_do_not_matter() {
        var imported = parse("\r\n" + NGINX.replace("\n", "\r\n"));
        assertThat(imported.requests()).isEqualTo(parse(NGINX).requests());
    }

    private static String line(int number) {
        return "h - - [12/Nov/2026:06:25:24 +0000] \"GET /%d HTTP/1.1\" 200 1\n".formatted(number);
    }

    private static String lines(int count, int different) {
        return IntStream.range(0, count)
                .mapToObj(i -> line(i % different))
                .collect(Collectors.joining());
    }

    @Test
    void the_most_frequent_thousand_requests_are_sent() {
        var imported = parse(lines(2_500, 2_000));
        assertThat(imported.requests()).hasSize(1_000);
        assertThat(imported.requests().get(499).weight()).isEqualTo(2);
        assertThat(imported.requests().get(500).weight()).isEqualTo(1);
        assertThat(imported.notes())
                .contains(
                        "1,000 of 2,000 different requests are sent, the most frequent; the others are 40.0 % of all");
    }

    @Test
    void weights_above_the_limit_are_scaled() {
        var tally = new RequestTally();
        for (int i = 0; i < 1_500_000; i++) {
            tally.add("GET", i % 3 == 0 ? "/b" : "/a", Map.of(), "");
        }
        for (int i = 0; i < 500_000; i++) {
            tally.add("GET", "/a", Map.of(), "");
        }
        tally.add("GET", "/c", Map.of(), "");
        assertThat(tally.requests())
                .extracting(Request::path, Request::weight)
                .containsExactlyInAnyOrder(
                        tuple("/a", 750_000), tuple("/b", 250_000), tuple("/c", 1));
    }

    @Test
    void a_few_lines_in_another_format_are_a_note() {
        var imported = parse(lines(200, 2) + "truncat");
        assertThat(imported.requests()).hasSize(2);
        assertThat(imported.notes())
                .contains("lines left out, in another format: 1, the first is line 201");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nonsense",
                "{\"status\": 200}",
                "{\"method\": \"GET\", \"path\": \"/\"}",
                "{\"method\": {\"method\": {\"path\": []}}, \"status\": 1e999}",
                "{\"log\": \"{\\\"log\\\": \\\"x\\\"}\"}",
                "{",
                "h - - [12/Nov/2026:06:25:24 +0000] \"GET / HTTP/1.1\" 20 1",
                "h - - [12/Nov/2026:06:25:24 +0000] \"GET / HTTP/1.1\" 200",
                "h - - [12/Nov/2026:06:25:24 +0000] \"GET / HTTP/1.1",
                "h - - [12/Nov/2026:06:25:24 +0000] \"GET / HTTP/1.1\\\" 200 1",
                "h - - [32/Nov/2026:06:25:24 +0000] \"GET / HTTP/1.1\" 200 1",
                "h - - [2026-11-12T06:25] \"GET / HTTP/1.1\" 200 1",
                "h - - ] \"GET / HTTP/1.1\" 200 1 [",
                " [] \"\" ",
                "\u001b[2J [x] \"y"
            })
    void a_file_in_another_format_is_refused_with_its_line(String wrong) {
        assertThatThrownBy(() -> parse(line(1) + wrong))
                .isInstanceOf(WrongInput.class)
                .hasMessageStartingWith("access.log:2: is not in common or combined log format")
                .hasMessageNotContaining("\u001b");
    }

    @Test
    void a_log_without_a_request_to_send_is_refused() {
        assertThatThrownBy(() -> parse("")).hasMessageContaining("contains no GET or HEAD request");
        assertThatThrownBy(
                        () -> parse("h - - [12/Nov/2026:06:25:24 +0000] \"PUT / HTTP/1.1\" 200 1"))
                .hasMessageStartingWith("access.log: contains no GET or HEAD request")
                .hasMessageContaining("other methods");
        assertThatThrownBy(() ->
                        parse("h - - [12/Nov/2026:06:25:24 +0000] \"GET /a\\x22b HTTP/1.1\" 200 1"))
                .hasMessageContaining("no valid HTTP: 1");
    }

    @Test
    void a_log_of_caddy_nginx_traefik_and_others_in_json() {
        var imported =
                parse(
                        """
                        {"level":"info","ts":1794464724.5,"msg":"handled request","request":{"method":"GET","host":"h","uri":"/caddy?a=1","headers":{"Accept":["*/*"]}},"status":200}
                        {"time_local":"12/Nov/2026:06:25:25 +0000","request":"GET /nginx HTTP/1.1","status":"200"}
                        {"time_iso8601":"2026-11-12T06:25:25+00:00","request_method":"GET","uri":"/plain","args":"x=1","status":304}
                        {"RequestMethod":"HEAD","RequestPath":"/traefik","DownstreamStatus":200,"StartUTC":"2026-11-12T06:25:26.5Z"}
                        {"start_time":"2026-11-12T06:25:26.123Z","method":"GET","path":"/envoy","response_code":200}
                        {"@timestamp":"2026-11-12T06:25:27.000+0000","http":{"request":{"method":"GET"},"response":{"status_code":200}},"url":{"original":"http://h/ecs?b"}}
                        {"httpRequest":{"requestMethod":"GET","requestUrl":"https://h/google","status":200},"timestamp":"2026-11-12T06:25:28Z"}
                        {"log":"::1 - - [12/Nov/2026:06:25:29 +0000] \\"GET /docker HTTP/1.1\\" 200 5\\n","stream":"stdout","time":"x"}
                        {"level":30,"time":1794464729000,"req":{"method":"GET","url":"/pino"},"res":{"statusCode":200}}
                        {"time":1794464733000,"method":"POST","path":"/p","status":200},
                        {"time":1794464733000,"method":"GET","path":"/gone","status":"0"}
                        """);
        assertThat(imported.requests())
                .extracting(Request::name)
                .containsExactly(
                        "GET /caddy?a=1",
                        "GET /nginx",
                        "GET /plain?x=1",
                        "HEAD /traefik",
                        "GET /envoy",
                        "GET /ecs?b",
                        "GET /google",
                        "GET /docker",
                        "GET /pino");
        assertThat(imported.notes())
                .containsExactly(
                        "rate of the log: 1.5/s over 6 s, 2/s in the busiest second; --rate 1.5/s reproduces the mean",
                        "requests left out, with other methods than GET and HEAD: 1",
                        "requests left out, with a status of 4xx, 5xx or below 200: 1");
    }

    /// `%U` and `%q` beside the method; bytes that are not printable are `\xhh`.
    @Test
    void a_log_of_apache_in_json() {
        var imported =
                parse(
                        """
                        {"time":"2026-11-12T06:25:24.123Z","remoteIP":"192.0.2.7","request":"/shop","query":"?a=1","method":"GET","status":"200","userAgent":"\\x1b \\\\x41"}
                        {"time":"2026-11-12T06:25:25.000Z","remoteIP":"192.0.2.7","request":"/","query":"","method":"GET","status":"200","userAgent":"-"}
                        """);
        assertThat(imported.requests())
                .extracting(Request::name)
                .containsExactly("GET /shop?a=1", "GET /");
    }

    /// Browsers do not escape its colon.
    @Test
    void a_path_in_json_may_have_a_url_in_its_query() {
        var line = "{\"method\":\"GET\",\"uri\":\"/go?to=https://h/x\",\"status\":200}";
        assertThat(parse(line).requests()).hasSize(1);
    }

    /// As `gcloud logging read --format json` writes it, and `jq -c .` in a line.
    @ParameterizedTest
    @ValueSource(
            strings = {
                """
                [
                  {
                    "httpRequest": {
                      "requestMethod": "GET",
                      "requestUrl": "https://h/a",
                      "status": 200
                    },
                    "userAgent": "a \\"quoted\\" } \\\\"
                  },
                  {
                    "httpRequest": {"requestMethod": "GET", "requestUrl": "https://h/b", "status": 200}
                  }
                ]
                """,
                """
                [{"method":"GET","path":"/a","status":200,"agent":"{"},
                {"method":"GET","path":"/b","status":200}]
                """,
                """
                {
                  "method": "GET",
                  "agent": "}",
                  "path": "/a",
                  "status": 200
                }
                {
                  "method": "GET",
                  "path": "/b",
                  "status": 200
                }
                """,
                """
                  {"method":"GET","path":"/a","status":200,"agent":"{"},
                  {"method":"GET","path":"/b","status":200}
                """
            })
    void a_log_in_json_may_be_an_array_or_indented(String log) {
        for (var text : List.of(log, "\u00ef\u00bb\u00bf" + log)) {
            assertThat(parse(text).requests())
                    .extracting(Request::name)
                    .containsExactly("GET /a", "GET /b");
        }
    }

    @Test
    void a_byte_order_mark_before_a_line_does_not_matter() {
        assertThat(parse("\u00ef\u00bb\u00bf" + NGINX).requests())
                .isEqualTo(parse(NGINX).requests());
    }

    @Test
    void an_object_that_is_cut_off_is_refused_with_its_line() {
        var entry = "{\"method\":\"GET\",\"path\":\"/a\",\"status\":200}";
        assertThatThrownBy(() -> parse("[\n" + entry + ",\n{\"met"))
                .hasMessageStartingWith("access.log:3: is not in common or combined log format");
    }

    @Test
    void an_array_without_an_entry_has_no_request() {
        assertThatThrownBy(() -> parse("[]")).hasMessageContaining("contains no GET or HEAD");
    }

    @Test
    void a_log_without_times_has_no_rate() {
        var imported = parse("{\"method\":\"GET\",\"path\":\"/a\",\"status\":200}");
        assertThat(imported.requests()).hasSize(1);
        assertThat(imported.notes()).isEmpty();
    }

    @Test
    void a_compressed_log_is_read(@TempDir Path folder) throws IOException {
        var file = folder.resolve("access.log.2.gz");
        write(file, NGINX.getBytes(StandardCharsets.UTF_8));
        assertThat(AccessLog.read(file).requests()).isEqualTo(parse(NGINX).requests());
        write(file, new byte[(64 << 20) + 1]);
        assertThatThrownBy(() -> AccessLog.read(file))
                .hasMessageContaining("its content is larger than 67,108,864 bytes");
        Files.write(file, new byte[] {0x1f, (byte) 0x8b, 8});
        assertThatThrownBy(() -> AccessLog.read(file)).hasMessageContaining("cannot be unpacked");
    }

    private static void write(Path file, byte[] content) throws IOException {
        try (var out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write(content);
        }
    }

    @Test
    void secrets_of_a_query_are_sent_and_named_but_not_shown() {
        var imported = parse(line(1).replace("/1", "/1?token=sesame") + line(1));
        assertThat(imported.requests())
                .extracting(Request::name)
                .containsExactly("GET /1?token=${TOKEN}", "GET /1");
        assertThat(imported.values())
                .isEqualTo(
                        Map.of(
                                "TOKEN",
                                new dev.loombench.traffic.ValueSource.Secret(
                                        Optional.of("sesame"))));
        assertThat(imported.notesFor(Optional.empty()).getLast())
                .isEqualTo(
                        "values that may be secrets are sent, but neither stored nor shown: GET /1?token=${TOKEN} (${TOKEN})");
    }

    @Test
    void hostile_lines_are_read_in_bounded_time() {
        var escapes = "\\x22".repeat(500_000);
        var hostile =
                "h - - [12/Nov/2026:06:25:24 +0000] \"GET /%s HTTP/1.1\" 200 1 \"%s\"\n"
                        .formatted(escapes, escapes);
        var imported = parse(line(1) + hostile);
        assertThat(imported.requests()).hasSize(1);
        assertThat(imported.notes()).contains("requests left out, no valid HTTP: 1");
    }

    @Test
    void bytes_that_are_not_utf_8_do_not_prevent_reading(@TempDir Path folder) throws IOException {
        var file = folder.resolve("access.log");
        Files.writeString(
                file, line(1) + line(2).replace("/2 ", "/\u00ff "), StandardCharsets.ISO_8859_1);
        var imported = AccessLog.read(file);
        assertThat(imported.requests()).extracting(Request::path).containsExactly("/1");
        assertThat(imported.notes()).contains("requests left out, no valid HTTP: 1");
    }
}

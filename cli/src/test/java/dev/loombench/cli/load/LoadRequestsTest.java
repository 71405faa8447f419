package dev.loombench.cli.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.load.LineServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The requests, connections and load models that the options select.
class LoadRequestsTest extends LoadCommandFixture {
    @Test
    void the_request_is_sent_as_the_options_say() throws IOException {
        load("-m", "PUT", "-H", "X-Test:  yes", "--body", "text", "-c", "1", url("/hello?a=b%20c"));
        assertThat(received).containsExactly("PUT /hello?a=b%20c yes text");
    }

    @Test
    void a_body_comes_from_a_file(@TempDir Path folder) throws IOException {
        var file = Files.writeString(folder.resolve("body"), "from a file");
        load("--body=@" + file, "-c", "1", url("/hello"));
        assertThat(received).containsExactly("POST /hello null from a file");
        received.clear();
        load("-m", "GET", "--body=@" + file, "-c", "1", url("/hello"));
        assertThat(received).containsExactly("GET /hello null from a file");
    }

    @Test
    void a_body_may_have_any_bytes(@TempDir Path folder) throws IOException {
        server.createContext(
                "/photo",
                exchange -> {
                    var body = exchange.getRequestBody().readAllBytes();
                    received.add(HexFormat.of().formatHex(body));
                    respond(exchange, 200, "ok");
                });
        var photo = Files.write(folder.resolve("photo.jpg"), HexFormat.of().parseHex("ffd80024"));
        load("-m", "POST", "--body=@" + photo, "-c", "1", url("/photo"));
        assertThat(received).containsExactly("ffd80024");
        received.clear();
        var curl = Files.writeString(folder.resolve("curl"), "curl h/photo --json @" + photo);
        load("--curl", curl.toString(), "-c", "1", url("/"));
        assertThat(received).containsExactly("ffd80024");
        received.clear();
        var file =
                Files.writeString(
                        folder.resolve("requests.yaml"),
                        """
                        requests: [{method: POST, path: /photo, body: "${a}-${b}"}]
                        values: {a: {file: photo.jpg}, b: {base64: "/w=="}}
                        """);
        load("--requests-file", file.toString(), "-c", "1", url("/"));
        assertThat(received).containsExactly("ffd800242dff");
    }

    @Test
    void secrets_of_the_url_are_sent_and_not_shown() {
        load("-X", "PUT", "-H", "X-Test: Bearer x", "-c", "1", url("/hello?token=sesame"));
        assertThat(received).containsExactly("PUT /hello?token=sesame Bearer x ");
        assertThat(out.toString()).contains("/hello?token=***").doesNotContain("sesame");
    }

    @Test
    void a_dollar_on_the_command_line_is_sent_unchanged() {
        load("-m", "PUT", "-H", "X-Test: ${a}", "--body", "$$", "-c", "1", url("/hello?a=$1"));
        assertThat(received).containsExactly("PUT /hello?a=$1 ${a} $$");
    }

    @Test
    void requests_of_a_file_are_mixed_and_counted_by_name(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("names.csv"), "name\nAda\nBob\n");
        var file =
                Files.writeString(
                        folder.resolve("requests.yaml"),
                        """
                        requests:
                          - {name: greet, path: "/hello?${who}", headers: {X-Test: own}}
                          - {name: refused, path: /busy, weight: 2}
                          - {name: tell, method: PUT, path: /hello, body: "I am ${who}"}
                        values:
                          who: {csv: names.csv, column: name}
                        """);
        var server = "http://127.0.0.1:" + this.server.getAddress().getPort();
        var mixed = "-c 1 -n 200 -d 1h --warm-up 1ms -o json --requests-file " + file + " -H";
        loadWith(
                Stream.concat(Stream.of(mixed.split(" ")), Stream.of("X-Test: all", server))
                        .toArray(String[]::new));
        assertThat(received)
                .containsExactlyInAnyOrder(
                        "GET /hello?Ada own ",
                        "GET /hello?Bob own ",
                        "PUT /hello all I am Ada",
                        "PUT /hello all I am Bob");
        var json = json();
        assertThat(json.at("/method").asString()).isEqualTo("GET PUT");
        assertThat(json.at("/requests").valueStream().map(r -> r.get("name").asString()))
                .containsExactly("greet", "refused", "tell");
        assertThat(json.at("/requests/1/errors/status-5xx").asLong())
                .isPositive()
                .isEqualTo(json.at("/requests/1/sent").asLong());
        assertThat(json.at("/requests/0/succeeded").asLong())
                .isPositive()
                .isEqualTo(json.at("/requests/0/sent").asLong());
    }

    @Test
    void the_report_of_a_mix_has_a_row_per_request(@TempDir Path folder) throws IOException {
        var file =
                Files.writeString(
                        folder.resolve("requests.yaml"),
                        "requests: [{path: /hello}, {path: /busy}]");
        load("-c", "1", "--requests-file", file.toString(), url("/"));
        assertThat(out.toString())
                .contains("2 requests mixed to http://")
                .containsPattern("GET /hello +[0-9,]+ +[0-9,]+ +0\n")
                .containsPattern("GET /busy +[0-9,]+ +0 +[0-9,]+ \\(status-5xx [0-9,]+\\)\n");
    }

    @Test
    void a_probe_uses_no_value_of_a_counter(@TempDir Path folder) throws IOException {
        var file =
                Files.writeString(
                        folder.resolve("requests.yaml"),
                        """
                        requests: [{path: "/hello?${n}"}]
                        values: {n: {counter: {from: 1}}}
                        """);
        var server = "http://127.0.0.1:" + this.server.getAddress().getPort();
        load("-c", "1", "--requests-file", file.toString(), server);
        assertThat(responses.get()).as("no number twice").isEqualTo(received.size());
    }

    @Test
    void lines_are_sent_to_a_tcp_server(@TempDir Path folder) throws IOException {
        try (var server = LineServer.echo()) {
            var url = "tcp://127.0.0.1:" + server.address().getPort();
            assertThat(load("-c", "2", "--body", "a ${b}\n", url)).isIn(MEASURED);
            assertThat(out.toString())
                    .contains("lines to " + url + ": closed model, 2 users")
                    .contains(" 0 failed, 0 unfinished");
            assertThat(server.received()).containsExactly("a ${b}");
            assertThat(loadWith("--body", "a\nb", url)).isEqualTo(2);
            assertThat(err.toString()).contains("a line must not be empty or contain a line break");
            var photo = Files.write(folder.resolve("photo.jpg"), new byte[] {(byte) 0xff});
            assertThat(loadWith("--body=@" + photo, url)).isEqualTo(2);
            assertThat(err.toString()).contains("UTF-8", "--body");
        }
    }

    @Test
    void a_count_ends_the_load_after_exactly_that_many_requests() {
        var options = "--warm-up 100ms -c 3 -n 40 -d 30s -o json " + url("/hello");
        assertThat(loadWith(options.split(" "))).isIn(MEASURED);
        var json = json();
        assertThat(json.at("/sent").asInt()).isEqualTo(40);
        assertThat(json.at("/succeeded").asInt()).isEqualTo(40);
        assertThat(json.at("/load/requests").asInt()).isEqualTo(40);
    }

    @Test
    void held_connections_are_all_open_at_the_end() {
        var held =
                new String[] {"--warm-up", "100ms", "--hold", "-c", "20", "--connect-rate", "200"};
        var all = Stream.concat(Arrays.stream(held), Stream.of(url("/hello")));
        assertThat(loadWith(all.toArray(String[]::new))).isIn(MEASURED);
        assertThat(out.toString())
                .contains("20 connections held, opened at 200/s, 100ms after a warm-up of 100ms")
                .contains("20 sent, 20 succeeded", "20 requested, 20 established, 0 closed");
    }

    /// 0 to 400/s within 500 ms and 400/s for 100 ms, or longer on a busy machine: within `s`
    /// seconds `100 + 400 (s - 0.5)` arrivals.
    @Test
    void a_profile_is_measured_for_its_length_and_compared_with_its_mean() {
        var options = "--warm-up 100ms -c 20 -o json -R 0..400/500ms,400/100ms " + url("/hello");
        assertThat(loadWith(options.split(" "))).isIn(MEASURED);
        var json = json();
        double seconds = json.at("/seconds").asDouble();
        double expected = 400 * seconds - 100;
        assertThat(seconds).isGreaterThanOrEqualTo(0.6);
        assertThat(json.at("/load/profile").asString()).isEqualTo("0..400/500ms,400/100ms");
        assertThat(json.at("/sent").asDouble()).isCloseTo(expected, within(2.0));
        assertThat(json.at("/load/rate").asDouble()).isCloseTo(expected / seconds, within(1.0));
    }

    @Test
    void users_pause_for_the_requested_think_time() {
        assertThat(
                        loadWith(
                                "--warm-up",
                                "200ms",
                                "-c",
                                "0..4/2s",
                                "--think-time",
                                "5ms",
                                "--think-distribution",
                                "exponential",
                                url("/hello")))
                .isIn(MEASURED);
        assertThat(out.toString())
                .contains("closed model, 0..4/2s users, think time 5ms exponential");
    }

    @Test
    void a_command_line_of_wrk_is_accepted() {
        var habits = "-t1 -c2 -d1 -L --timeout 2s -H X-Test:wrk " + url("/hello");
        assertThat(loadWith(("--warm-up 200ms " + habits).split(" "))).isIn(MEASURED);
        assertThat(out.toString()).contains("closed model, 2 users, 1s");
        assertThat(received).containsExactly("GET /hello wrk ");
    }
}

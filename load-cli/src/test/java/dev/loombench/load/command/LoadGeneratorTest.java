package dev.loombench.load.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.load.LineServer;
import dev.loombench.load.Responder;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

class LoadGeneratorTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int execute(String... words) {
        return LoadGenerator.execute(
                new LoadGeneratorCommand(),
                new PrintWriter(out, true),
                new PrintWriter(err, true),
                words);
    }

    private static String url(Responder server) {
        return "http://127.0.0.1:%d/a".formatted(server.address().getPort());
    }

    @Test
    void a_word_that_the_locale_lacks_is_refused() {
        assertThat(execute("--body", "caf\uFFFD", "http://127.0.0.1:1/")).isEqualTo(2);
        assertThat(err.toString()).contains("locale").doesNotContain("caf");
    }

    /// A busy machine may make the result invalid, which the first line then says.
    @Test
    void a_result_has_its_counts_and_the_exit_code_of_its_validity() throws Exception {
        try (var server = Responder.always(Responder.HELLO)) {
            int code = execute("-n", "20", "-c", "2", url(server));
            var lines = out.toString().lines().toList();
            assertThat(code).isEqualTo(lines.getFirst().startsWith("invalid: ") ? 3 : 0);
            assertThat(lines)
                    .contains("  requests       20 sent, 20 succeeded, 0 failed, 0 unfinished");
            assertThat(lines).anyMatch(line -> line.matches("  response time  p50 .* max .*"));
            assertThat(lines).anyMatch(line -> line.matches("  arriving       p90 .* max .*"));
            assertThat(lines)
                    .anyMatch(line ->
                            line.matches(
                                    "  beyond         p50 10  p90 [12]  p99 0  p99.9 0 responses"));
            assertThat(err.toString()).isEmpty();
            assertThat(server.requests()).isEqualTo(20);
        }
    }

    @Test
    void the_result_as_json_has_a_key_per_figure() throws Exception {
        try (var server = Responder.always(Responder.HELLO)) {
            execute("-n", "20", "-c", "2", "-o", "json", url(server) + "?token=sesame");
        }
        var json = JsonMapper.shared().readTree(out.toString());
        assertThat(json.path("sent").asInt()).isEqualTo(20);
        assertThat(json.path("succeeded").asInt()).isEqualTo(20);
        assertThat(json.path("interrupted").asBoolean()).isFalse();
        assertThat(json.path("responseTime").path("count").asInt()).isEqualTo(20);
        assertThat(json.path("arrivingRequest").path("count").asInt()).isEqualTo(20);
        assertThat(json.path("responsesBeyond").path("p50").asInt()).isEqualTo(10);
        assertThat(json.path("generator").path("threads").asInt()).isEqualTo(1);
        assertThat(json.path("url").asString()).endsWith("/a?token=***");
        assertThat(out.toString()).doesNotContain("sesame");
    }

    /// A busy machine may make the result invalid.
    @Test
    void a_threshold_that_fails_is_on_standard_error_and_in_the_exit_code() throws Exception {
        try (var server = Responder.always(Responder.HELLO)) {
            int code = execute("-n", "20", "-c", "2", "--fail-if", "rps<1000000", url(server));
            boolean invalid = out.toString().startsWith("invalid: ");
            assertThat(code).isEqualTo(invalid ? LoadGenerator.INVALID : LoadGenerator.THRESHOLD);
            assertThat(err.toString())
                    .startsWith("loombench-load: " + (invalid ? "invalid result" : "failed"))
                    .contains("(--fail-if 'rps<1000000')");
        }
    }

    @Test
    void an_undecided_threshold_has_an_exit_code_of_its_own() throws Exception {
        try (var server = Responder.always(Responder.HELLO)) {
            int code = execute("-n", "20", "-c", "2", "--fail-if", "p99.9>1h", url(server));
            boolean invalid = out.toString().startsWith("invalid: ");
            assertThat(code).isEqualTo(invalid ? LoadGenerator.INVALID : LoadGenerator.UNDECIDED);
            assertThat(err.toString()).contains("0 of 20 responses", "measure with -n 10000 (");
        }
    }

    @Test
    void the_result_is_also_written_to_files(@TempDir Path folder) throws Exception {
        var json = folder.resolve("load.json");
        var csv = folder.resolve("load.csv");
        try (var server = Responder.always(Responder.HELLO)) {
            execute(
                    "-n",
                    "20",
                    "-c",
                    "2",
                    "-o",
                    "json",
                    "--export",
                    "json=" + json,
                    "--export",
                    "csv=" + csv,
                    url(server));
        }
        assertThat(json).content().isEqualTo(out.toString());
        assertThat(csv).content().hasLineCount(2);
    }

    @Test
    void a_result_says_which_address_stood_for_the_host() throws Exception {
        try (var server = Responder.always(Responder.HELLO)) {
            var address = "127.0.0.1:" + server.address().getPort();
            var words =
                    List.of("-n", "1", "-c", "1", "--connect-to", address, "http://shop.invalid/a");
            execute(words.toArray(String[]::new));
            assertThat(out.toString().lines()).contains("http://shop.invalid/a at " + address);
            out.getBuffer().setLength(0);
            execute(Stream.concat(words.stream(), Stream.of("-o", "json")).toArray(String[]::new));
            var json = JsonMapper.shared().readTree(out.toString());
            assertThat(json.path("url").asString()).isEqualTo("http://shop.invalid/a");
            assertThat(json.path("connectTo").asString()).isEqualTo(address);
        }
    }

    @Test
    void a_server_that_does_not_listen_is_the_first_line() throws Exception {
        var url = "http://127.0.0.1:" + Responder.unusedAddress().getPort();
        assertThat(execute("-n", "3", "-c", "1", url)).isEqualTo(LoadGenerator.INVALID);
        assertThat(out.toString())
                .startsWith("invalid: ")
                .contains("(no-good-response)", "connect-refused 3");
    }

    @Test
    void the_body_may_be_a_file(@TempDir Path folder) throws Exception {
        Queue<String> received = new ConcurrentLinkedQueue<>();
        var body = Files.writeString(folder.resolve("order.json"), "{}");
        try (var server = Responder.recording(received)) {
            execute("-n", "1", "-c", "1", "--body", "@" + body, url(server));
            execute("-n", "1", "-c", "1", "--body", "", url(server));
            execute("-n", "1", "-c", "1", "-X", "GET", "--body", "@" + body, url(server));
        }
        assertThat(received)
                .containsExactly("POST /a HTTP/1.1", "POST /a HTTP/1.1", "GET /a HTTP/1.1");
    }

    @Test
    void a_line_without_a_body_is_that_of_the_command_load() throws Exception {
        try (var server = LineServer.echo()) {
            execute("-n", "1", "-c", "1", "tcp://127.0.0.1:" + server.address().getPort());
            assertThat(server.received()).containsExactly("Hello world!");
        }
    }

    @Test
    void unknown_arguments_are_shown_without_secrets_and_control_characters() {
        assertThat(execute("http://localhost:1/", "token=sesame", "\u001b[2J"))
                .isEqualTo(LoadGenerator.USAGE);
        assertThat(err.toString()).contains("token=***").doesNotContain("sesame", "\u001b");
    }

    /// The value of the unknown option is taken for the URL, and the URL is left over.
    @Test
    void an_unknown_option_is_named_alone_with_the_nearest_one() {
        assertThat(execute("--conections", "3", "http://localhost:1/"))
                .isEqualTo(LoadGenerator.USAGE);
        assertThat(err.toString())
                .contains("'--conections'", "did you mean --connections?")
                .doesNotContain("localhost");
        assertThat(execute("--exprt=json=/a/folder/of/results/load.json", "http://localhost:1/"))
                .isEqualTo(LoadGenerator.USAGE);
        assertThat(err.toString()).contains("did you mean --export?");
    }

    @ParameterizedTest
    @CsvSource({
        "-R x, --rate",
        "-c 0, --connections",
        "-d token=secret, -d is the measured time",
        "-d 0, --duration must be above 0",
        "-t x, --threads: ",
        "--fail-if p99, --fail-if takes a metric",
        "--export xml=a, --export: no format",
        "--export json=/no/such/a, --export: there is no folder",
        "--warm-up x, --warm-up: ",
        "--arrival poisson, --arrival needs --rate",
        "--arrival poison -R 1, --arrival must be constant or poisson",
        "-R 1 --think-time 1s, think time",
        "-H secret, --header must be like Name: value",
        "-H a:1 -H A:2, header A was given twice",
        "--body @/no/such/file, --body names a file",
        "-o xml, text",
        "-o html, loombench load",
        "--export html=a, loombench load",
        "--expect-status 2000, --expect-status: ",
        "--streams 2, --streams are those of HTTP/2",
        "--http2 --streams 0, --streams: ",
        "--http2 --streams 2 --no-keep-alive, streams",
        "--insecure, https://",
        "--insecure --cacert ca.pem, --cacert",
        "--key key.pem, --key needs",
        "--tls-version 1.1, --tls-version: ",
    })
    void a_mistake_is_named_and_nothing_is_sent(String words, String named) {
        assertThat(execute((words + " http://localhost:1/").split(" ")))
                .isEqualTo(LoadGenerator.USAGE);
        assertThat(err.toString())
                .startsWith("loombench-load: ")
                .contains(named, "see loombench-load --help")
                .doesNotContain("secret");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void help_shows_options_and_exit_codes() {
        assertThat(execute("--help")).isZero();
        assertThat(out.toString())
                .startsWith("Usage: loombench-load [OPTIONS] URL\nPut load on a URL")
                .contains("--connections", "text, json, csv, markdown, hlog", "Exit codes:");
    }
}

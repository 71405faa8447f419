package dev.loombench.cli.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.spec.Defaults;
import dev.loombench.spec.load.ConnectionPolicy;
import dev.loombench.spec.load.Request;
import dev.loombench.spec.load.ValueSource;
import dev.loombench.spec.text.SpecError;
import dev.loombench.spec.yaml.SpecReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/// The requests of a comparison, as lines of its experiment.
class RequestOptionsTest {
    @TempDir private Path folder;

    private static RequestOptions options(String... arguments) {
        var options = new RequestOptions();
        new CommandLine(options).parseArgs(arguments);
        return options;
    }

    private static List<String> lines(RequestOptions options) {
        return options.lines(options.given(), false);
    }

    private Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("imported"), text);
    }

    @Test
    void imported_requests_are_the_same_after_reading_the_experiment() throws IOException {
        var file =
                file(
                        """
                        curl 'http://h/a?b=$1' -H 'Authorization: Bearer ${TOKEN}' -H 'X-Quote: "a\\b": #, {'
                        curl 'http://h/a?b=$1'
                        curl 'http://h/a?b=$1'
                        curl 'http://h/c' --json $'{"a": "x\\n  y\\t\\u0007 \\u2028 😀 é \\\\ $"}'
                        curl -X PUT h/d -H 'X-Empty;' -d ' - text: '
                        """);
        var options = options("--curl", file.toString());
        var yaml = folder.resolve("requests.yaml");
        Files.write(yaml, lines(options));
        var read = SpecReader.requests(yaml, ConnectionPolicy.DEFAULT, Defaults.TIMEOUT);
        assertThat(read.requests()).isEqualTo(options.given().orElseThrow().requests());
        assertThat(read.requests().get(2).body())
                .isEqualTo("{\"a\": \"x\n  y\t\u0007 \u2028 😀 é \\ $$\"}");
        assertThat(read.values()).isEqualTo(Map.of("TOKEN", new ValueSource.Environment("TOKEN")));
    }

    private static String log(int count) {
        return IntStream.range(0, count)
                .mapToObj(
                        "h - - [12/Nov/2026:06:25:24 +0000] \"GET /%d HTTP/1.1\" 200 1\n"
                                ::formatted)
                .collect(Collectors.joining());
    }

    @Test
    void a_thousand_requests_of_a_log_fit_into_an_experiment() throws IOException {
        var options = options("--access-log", file(log(1_000) + log(1_000)).toString());
        var yaml = folder.resolve("requests.yaml");
        Files.write(yaml, lines(options));
        assertThat(SpecReader.requests(yaml, ConnectionPolicy.DEFAULT, Defaults.TIMEOUT).requests())
                .hasSize(1_000)
                .allMatch(request -> request.weight() == 2);
    }

    @Test
    void requests_that_an_experiment_cannot_hold_are_refused() throws IOException {
        var headers =
                IntStream.range(0, 20)
                        .mapToObj("-H 'X-%d: 1'"::formatted)
                        .collect(Collectors.joining(" "));
        var many =
                IntStream.range(0, 300)
                        .mapToObj(i -> "curl h/%d %s\n".formatted(i, headers))
                        .collect(Collectors.joining());
        var options = options("--curl", file(many).toString());
        assertThatThrownBy(() -> lines(options))
                .isInstanceOf(SpecError.class)
                .hasMessageContaining("has 300 different requests")
                .hasMessageContaining("use loombench load");
        var large = options("--curl", file("curl h -d " + "a".repeat(950_000)).toString());
        assertThatThrownBy(() -> lines(large)).hasMessageContaining("has 1 different requests");
    }

    @Test
    void options_that_exclude_one_another_are_refused() throws IOException {
        var file = file("curl h").toString();
        var both = options("--curl", file, "--har", file);
        assertThatThrownBy(both::given)
                .hasMessage("--curl, --har and --access-log exclude one another");
        assertMistake(
                "--method and --body go with one request, not with --curl",
                "--curl",
                file,
                "-m",
                "PUT");
        assertMistake("--drop-cookies goes with --curl or --har", "--drop-cookies");
        assertMistake("--drop-errors goes with --har", "--curl", file, "--drop-errors");
        assertMistake("do not go with --requests-file", "--requests-file", "a", "-H", "A: 1");
        assertMistake("--cookie must be like NAME=VALUE", "--cookie", "sid");
        assertMistake("header Cookie was given twice", "-H", "Cookie: a=1", "--cookie", "b=2");
        for (var other : List.of("--path=/", "--requests-file=a.yaml")) {
            var options = options("--curl", file, other);
            assertThatThrownBy(() -> lines(options))
                    .hasMessage(
                            "--path and --requests-file do not go with --curl, which has the requests");
        }
        assertThat(options("--curl", file).pathOption()).contains("--curl");
        assertThat(options("--path", "/a").pathOption()).contains("--path");
        assertThat(options().pathOption()).isEmpty();
    }

    private static void assertMistake(String message, String... arguments) {
        var options = options(arguments);
        assertThatThrownBy(options::given)
                .isInstanceOf(SpecError.class)
                .hasMessageContaining(message);
    }

    @Test
    void a_typed_request_has_method_headers_cookies_and_body() throws IOException {
        var body = file("{\"user\": \"ada\", \"password\": \"sesame\"}");
        var options =
                options(
                        "--path",
                        "/login?a=$1",
                        "-X",
                        "POST",
                        "-H",
                        "X-Tag: ${a}",
                        "-H",
                        "Authorization: Bearer sesame-2",
                        "--cookie",
                        "sid=sesame-3",
                        "--cookie",
                        "theme=dark",
                        "--body=@" + body);
        assertThat(lines(options))
                .containsExactly(
                        "request: {method: \"POST\", path: \"/login?a=$$1\", headers: {\"Authorization\": \"Bearer ${AUTHORIZATION}\", \"Cookie\": \"sid=${SID}; theme=${THEME}\", \"X-Tag\": \"$${a}\"}, body: \"{\\\"user\\\": \\\"ada\\\", \\\"password\\\": \\\"${PASSWORD}\\\"}\"}");
        assertThat(options.given().orElseThrow().values())
                .containsEntry("PASSWORD", new ValueSource.Secret(Optional.of("sesame")))
                .containsEntry("AUTHORIZATION", new ValueSource.Secret(Optional.of("sesame-2")));
        assertThat(lines(options("--path", "/a?token=sesame")))
                .containsExactly("path: \"/a?token=${TOKEN}\"");
    }

    @Test
    void headers_and_cookies_are_added_to_imported_requests() throws IOException {
        var file = file("curl h/a -H 'A: own' -b 'sid=old'\ncurl h/b -H 'Authorization: Bearer x'");
        var given =
                options(
                                "--curl",
                                file.toString(),
                                "-H",
                                "A: all",
                                "-H",
                                "X-Auth: new",
                                "--cookie",
                                "sid=new")
                        .given()
                        .orElseThrow();
        assertThat(given.requests())
                .extracting(Request::headers)
                .containsExactly(
                        Map.of("A", "own", "Cookie", "sid=${SID_2}", "X-Auth", "${X_AUTH}"),
                        Map.of(
                                "A", "all",
                                "Authorization", "Bearer ${AUTHORIZATION}",
                                "Cookie", "sid=${SID_2}",
                                "X-Auth", "${X_AUTH}"));
        assertThat(given.secrets()).containsExactlyInAnyOrder("SID_2", "X_AUTH", "AUTHORIZATION");
        var dropped = options("--curl", file.toString(), "--drop-cookies").given().orElseThrow();
        assertThat(dropped.secrets()).containsExactly("AUTHORIZATION");
    }

    @Test
    void without_an_import_the_lines_name_the_path_or_the_file() {
        assertThat(lines(options())).containsExactly("path: \"/\"");
        assertThat(lines(options("--path", "/a?$", "--expect-status", "302")))
                .containsExactly("path: \"/a?$$\"", "expect-status: \"302\"");
        assertThat(lines(options("--expect-body", "\"id\":1")))
                .containsExactly("path: \"/\"", "expect-body: \"\\\"id\\\":1\"");
        assertThat(lines(options("--requests-file", "a.yaml")))
                .containsExactly("requests-file: \"a.yaml\"");
    }
}

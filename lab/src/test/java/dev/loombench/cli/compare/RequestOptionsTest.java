package dev.loombench.cli.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.spec.Defaults;
import dev.loombench.spec.load.ConnectionPolicy;
import dev.loombench.spec.load.ValueSource;
import dev.loombench.spec.text.SpecError;
import dev.loombench.spec.yaml.SpecReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
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
        return options.lines(options.imported(), false);
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
        assertThat(read.requests()).isEqualTo(options.imported().orElseThrow().requests());
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
        assertThatThrownBy(both::imported)
                .hasMessage("--curl, --har and --access-log exclude one another");
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

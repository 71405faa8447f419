package dev.loombench.cli.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.text.WrongInput;
import dev.loombench.traffic.ExpectedStatuses;
import dev.loombench.traffic.Request;
import dev.loombench.traffic.Traffic;
import dev.loombench.traffic.ValueSource;
import dev.loombench.traffic.WebSocketPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/// The requests of a comparison.
class RequestOptionsTest {
    @TempDir private Path folder;

    private static RequestOptions options(String... arguments) {
        var options = new RequestOptions();
        new CommandLine(options).parseArgs(arguments);
        return options;
    }

    private static Traffic traffic(RequestOptions options) {
        return options.traffic(options.given());
    }

    private static Traffic traffic(String... arguments) {
        return traffic(options(arguments));
    }

    private static Request request(String... arguments) {
        return traffic(arguments).requests().getFirst();
    }

    private Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("imported"), text);
    }

    @Test
    void imported_requests_are_those_of_the_file() throws IOException {
        var file =
                file(
                        """
                        curl 'http://h/a?b=$1' -H 'Authorization: Bearer ${TOKEN}' -H 'X-Quote: "a\\b": #, {'
                        curl 'http://h/a?b=$1'
                        curl 'http://h/a?b=$1'
                        curl 'http://h/c' --json $'{"a": "x\\n  y\\t\\u0007 \\u2028 😀 é \\\\ $"}'
                        curl -X PUT h/d -H 'X-Empty;' -d ' - text: '
                        """);
        var read = traffic("--curl", file.toString());
        assertThat(read.requests())
                .isEqualTo(options("--curl", file.toString()).given().orElseThrow().requests());
        assertThat(read.requests().get(2).body())
                .isEqualTo("{\"a\": \"x\n  y\t\u0007 \u2028 😀 é \\ $$\"}");
        assertThat(read.values()).isEqualTo(Map.of("TOKEN", new ValueSource.Environment("TOKEN")));
        assertThat(read.timeout()).isEqualTo(Request.DEFAULT_TIMEOUT);
    }

    @Test
    void options_for_tls_need_a_service_that_may_speak_it() {
        var plain = NamedCommand.ofUrl("http://h:1/a");
        var secured = NamedCommand.ofUrl("https://h:2/a");
        var command = new NamedCommand("c", List.of("./c", "{port}"), Optional.empty());
        for (var option : List.of("--insecure", "--no-tls-resumption", "--tls-version=1.3")) {
            var options = options(option);
            assertThatThrownBy(() -> options.requireFor(List.of(plain)))
                    .isInstanceOf(WrongInput.class)
                    .hasMessage(
                            "%s goes with https://, not with http://h:1/a"
                                    .formatted(option.replaceFirst("=.*", "")));
            options.requireFor(List.of(plain, secured));
            options.requireFor(List.of(command));
        }
        options().requireFor(List.of(plain));
    }

    @Test
    void a_body_is_posted_unless_a_method_is_named() {
        assertThat(request("--body", "{}").method()).isEqualTo("POST");
        assertThat(request("--body", "").method()).isEqualTo("POST");
        assertThat(request("--body", "{}", "-m", "GET").method()).isEqualTo("GET");
        assertThat(request().method()).isEqualTo("GET");
    }

    /// The handshake has the path, and each message the body.
    @Test
    void messages_of_websocket_are_bodies() {
        var traffic = traffic("--websocket", "--path", "/echo", "--body", "ping");
        assertThat(traffic.isWebSocket()).isTrue();
        assertThat(traffic.requests().getFirst().path()).isEqualTo("/echo");
        assertThat(traffic.requests().getFirst().body()).isEqualTo("ping");
        assertThat(traffic.requests().getFirst().method()).isEqualTo("GET");
        assertThat(request("--websocket").body()).isEqualTo("Hello world!");
        assertThat(traffic("--path", "/echo").isWebSocket()).isFalse();
        assertThatThrownBy(() -> traffic("--websocket", "--sse"))
                .isInstanceOf(WrongInput.class)
                .hasMessage("--sse and --websocket exclude one another");
        assertThatThrownBy(() -> traffic("--websocket", "--http2"))
                .isInstanceOf(WrongInput.class)
                .hasMessageStartingWith("--http2 and --websocket exclude one another");
        assertThatThrownBy(() -> traffic("--websocket", "--streams", "5"))
                .isInstanceOf(WrongInput.class)
                .hasMessageStartingWith("--streams and --websocket exclude one another");
        assertThatThrownBy(() -> traffic("--websocket", "-m", "POST"))
                .isInstanceOf(WrongInput.class)
                .hasMessageContaining("the handshake of WebSocket is a GET");
    }

    @Test
    void greetings_and_binary_messages_are_those_of_websocket() {
        var traffic = traffic("--websocket", "--ws-greetings=2", "--ws-binary", "--body", "AAEC");
        assertThat(traffic.webSocket()).isEqualTo(new WebSocketPolicy(2, true));
        assertThat(request("--websocket", "--ws-binary").body()).isEqualTo("SGVsbG8gd29ybGQh");
        assertThat(traffic("--websocket").connections().webSocket()).isEmpty();
        assertThatThrownBy(() -> traffic("--ws-binary"))
                .isInstanceOf(WrongInput.class)
                .hasMessage("--ws-binary goes with --websocket");
        assertThatThrownBy(() -> traffic("--websocket", "--ws-binary", "--body", "ping!"))
                .isInstanceOf(WrongInput.class)
                .hasMessageContaining("given in Base64");
    }

    private static String log(int count) {
        return IntStream.range(0, count)
                .mapToObj(
                        "h - - [12/Nov/2026:06:25:24 +0000] \"GET /%d HTTP/1.1\" 200 1\n"
                                ::formatted)
                .collect(Collectors.joining());
    }

    @Test
    void a_thousand_requests_of_a_log_have_their_weights() throws IOException {
        var file = file(log(1_000) + log(1_000)).toString();
        assertThat(traffic("--access-log", file).requests())
                .hasSize(1_000)
                .allMatch(request -> request.weight() == 2);
    }

    /// A log has no messages of WebSocket: only its times are those of the load.
    @Test
    void messages_of_websocket_have_the_times_of_a_log() throws IOException {
        var options = options("--websocket", "--replay", file(log(3)).toString());
        var traffic = traffic(options);
        assertThat(traffic.requests()).hasSize(1);
        assertThat(traffic.requests().getFirst().path()).isEqualTo("/");
        assertThat(traffic.requests().getFirst().body()).isEqualTo("Hello world!");
        assertThat(traffic.replay().orElseThrow().arrivals()).isEqualTo(3);
        assertThat(traffic.replay().orElseThrow().ownRequests()).isFalse();
        assertThat(options.pathOption()).isEmpty();
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
            assertThatThrownBy(() -> traffic(options))
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
                .isInstanceOf(WrongInput.class)
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
        var request = traffic(options).requests().getFirst();
        assertThat(request.summary()).isEqualTo("POST /login?a=$$1");
        assertThat(request.headers())
                .isEqualTo(
                        Map.of(
                                "Authorization", "Bearer ${AUTHORIZATION}",
                                "Cookie", "sid=${SID}; theme=${THEME}",
                                "X-Tag", "$${a}"));
        assertThat(request.body()).isEqualTo("{\"user\": \"ada\", \"password\": \"${PASSWORD}\"}");
        assertThat(options.given().orElseThrow().values())
                .containsEntry("PASSWORD", new ValueSource.Secret(Optional.of("sesame")))
                .containsEntry("AUTHORIZATION", new ValueSource.Secret(Optional.of("sesame-2")));
        assertThat(request("--path", "/a?token=sesame").path()).isEqualTo("/a?token=${TOKEN}");
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
        assertThat(given.values()).containsOnlyKeys("SID_2", "X_AUTH", "AUTHORIZATION");
        var dropped = options("--curl", file.toString(), "--drop-cookies").given().orElseThrow();
        assertThat(dropped.values()).containsOnlyKeys("AUTHORIZATION");
    }

    @Test
    void without_an_import_they_are_of_the_path_or_the_file() throws IOException {
        assertThat(request()).isEqualTo(Request.get("/", Request.DEFAULT_TIMEOUT));
        var redirect = traffic("--path", "/a?$", "--expect-status", "302");
        assertThat(redirect.requests().getFirst().path()).isEqualTo("/a?$$");
        assertThat(redirect.expectedStatuses()).isEqualTo(ExpectedStatuses.of("302"));
        assertThat(traffic("--expect-body", "\"id\":1").expectedBody()).contains("\"id\":1");
        assertThat(traffic("--deadline", "200ms").deadline()).contains(Duration.ofMillis(200));
        assertThat(traffic("--deadline", "2").deadline()).contains(Duration.ofSeconds(2));
        assertThatThrownBy(() -> traffic("--deadline", "30s"))
                .hasMessage(
                        "--deadline: deadline must be below the timeout of a request, 30s, was 30s");
        var file = file("requests: [{path: /b}, {path: /c, weight: 3}]");
        assertThat(traffic("--requests-file", file.toString()).requests())
                .extracting(Request::path)
                .containsExactly("/b", "/c");
    }
}

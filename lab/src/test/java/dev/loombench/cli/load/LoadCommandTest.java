package dev.loombench.cli.load;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.loombench.cli.console.ExitCode;
import dev.loombench.load.LineServer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import tools.jackson.databind.json.JsonMapper;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LoadCommandTest {
    /// A busy machine may cast doubt on a load, and the exit code then says so.
    private static final List<Integer> MEASURED = List.of(ExitCode.FINE, ExitCode.INVALID);

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final Set<String> seen = ConcurrentHashMap.newKeySet();
    private final AtomicInteger answers = new AtomicInteger();
    private HttpServer server;

    @BeforeEach
    void serve() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
        server.createContext("/hello", this::hello);
        server.createContext("/busy", exchange -> answer(exchange, 503, "no"));
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private void hello(HttpExchange exchange) throws IOException {
        var body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
        var test = exchange.getRequestHeaders().getFirst("X-Test");
        seen.add(
                exchange.getRequestMethod()
                        + " "
                        + exchange.getRequestURI()
                        + " "
                        + test
                        + " "
                        + body);
        answer(exchange, 200, "Hello world!");
    }

    private void answer(HttpExchange exchange, int status, String body) throws IOException {
        answers.incrementAndGet();
        exchange.sendResponseHeaders(status, body.length());
        exchange.getResponseBody().write(body.getBytes(UTF_8));
        exchange.close();
    }

    @Test
    void a_closed_load_is_summed_up_on_standard_output_alone() {
        assertThat(load("-c", "4", url("/hello"))).isIn(MEASURED);
        assertThat(out.toString())
                .contains("GET " + url("/hello") + ": closed model, 4 users")
                .contains("throughput", "response time", "service time", "send lag", "p99.99")
                .contains("connections  4 asked, 4 achieved, 0 reopened")
                .contains(" 0 failed, 0 unfinished");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void the_request_is_sent_as_it_was_asked_for() throws IOException {
        load("-m", "PUT", "-H", "X-Test:  yes", "--body", "text", "-c", "1", url("/hello?a=b%20c"));
        assertThat(seen).containsExactly("PUT /hello?a=b%20c yes text");
    }

    @Test
    void a_body_comes_from_a_file(@TempDir Path folder) throws IOException {
        var file = Files.writeString(folder.resolve("body"), "from a file");
        load("-m", "POST", "--body=@" + file, "-c", "1", url("/hello"));
        assertThat(seen).containsExactly("POST /hello null from a file");
    }

    @Test
    void a_dollar_on_the_command_line_is_a_dollar() {
        load("-m", "PUT", "-H", "X-Test: ${a}", "--body", "$$", "-c", "1", url("/hello?a=$1"));
        assertThat(seen).containsExactly("PUT /hello?a=$1 ${a} $$");
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
        execute(
                Stream.concat(Stream.of(mixed.split(" ")), Stream.of("X-Test: all", server))
                        .toArray(String[]::new));
        assertThat(seen)
                .containsExactlyInAnyOrder(
                        "GET /hello?Ada own ",
                        "GET /hello?Bob own ",
                        "PUT /hello all I am Ada",
                        "PUT /hello all I am Bob");
        var json = JsonMapper.builder().build().readTree(out.toString());
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
    void the_summary_of_a_mix_has_a_row_for_each_request(@TempDir Path folder) throws IOException {
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
    void without_keep_alive_the_summary_has_the_time_to_connect() {
        load("-c", "2", "--no-keep-alive", "--connect-timeout", "5s", url("/hello"));
        assertThat(out.toString())
                .contains("closed model, 2 users, one connection for each request, ")
                .contains("connect time p50 ")
                .doesNotContain("connections were open at once");
    }

    @Test
    void json_holds_the_figures_of_an_open_load() {
        assertThat(
                        load(
                                "-c",
                                "4",
                                "-R",
                                "200/s",
                                "--arrival",
                                "poisson",
                                "-o",
                                "json",
                                url("/hello")))
                .isIn(MEASURED);
        var json = JsonMapper.builder().build().readTree(out.toString());
        assertThat(json.at("/load/model").asString()).isEqualTo("open");
        assertThat(json.at("/load/rate").asDouble()).isEqualTo(200);
        assertThat(json.at("/load/arrival").asString()).isEqualTo("poisson");
        assertThat(json.at("/sent").asLong())
                .isPositive()
                .isEqualTo(json.at("/succeeded").asLong());
        assertThat(json.at("/responseTime/p50Millis").asDouble())
                .isPositive()
                .isLessThanOrEqualTo(json.at("/responseTime/maxMillis").asDouble());
        assertThat(json.at("/generator/cpuNanos").asLong()).isPositive();
        assertThat(json.at("/connections/established").asInt()).isEqualTo(4);
    }

    @Test
    void csv_is_a_line_of_names_and_a_line_of_as_many_values() {
        assertThat(load("-c", "2", "-o", "csv", url("/hello"))).isIn(MEASURED);
        var lines = out.toString().lines().toList();
        assertThat(lines).hasSize(2);
        assertThat(lines.getLast()).startsWith(url("/hello") + ",GET,closed,");
        var cells = lines.getLast().replaceAll("\"[^\"]*\"", "a quoted cell"); // may hold commas
        assertThat(cells.split(",", -1)).hasSameSizeAs(lines.getFirst().split(",", -1));
    }

    @Test
    void figures_that_are_in_doubt_say_so_first() {
        assertThat(load("-c", "2", "--no-probe", url("/busy"))).isEqualTo(3);
        assertThat(out.toString())
                .startsWith("DOUBTFUL: no request was answered well: status 503 ")
                .containsPattern("errors       status-5xx [0-9,]+ \\(503: [0-9,]+\\)\n");
    }

    @Test
    void a_load_that_nobody_answers_has_measured_nothing() throws IOException {
        var nobody = "http://127.0.0.1:" + deadPort() + "/";
        assertThat(execute("-c2", "-d30s", "-n4", "--warm-up=1ms", "--no-probe", nobody))
                .isEqualTo(3);
        assertThat(out.toString())
                .startsWith("DOUBTFUL: no request was answered well: connect-refused ");
    }

    /// The load would take an hour.
    @Test
    void a_target_that_cannot_be_loaded_is_told_at_once() throws IOException {
        int port = deadPort();
        assertThat(execute("-d1h", "http://127.0.0.1:" + port + "/a")).isEqualTo(2);
        assertThat(execute("-d1h", url("/busy"))).isEqualTo(2);
        assertThat(err.toString().lines())
                .containsExactly(
                        "loombench: nothing was measured: GET /a: no server listens at 127.0.0.1:%d (connect-refused); --no-probe loads it all the same"
                                .formatted(port),
                        "loombench: nothing was measured: GET /busy: 127.0.0.1:%d responds with status 503; --no-probe loads it all the same"
                                .formatted(server.getAddress().getPort()));
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void a_counter_is_not_spent_on_a_request_sent_ahead(@TempDir Path folder) throws IOException {
        var file =
                Files.writeString(
                        folder.resolve("requests.yaml"),
                        """
                        requests: [{path: "/hello?${n}"}]
                        values: {n: {counter: {from: 1}}}
                        """);
        var server = "http://127.0.0.1:" + this.server.getAddress().getPort();
        load("-c", "1", "--requests-file", file.toString(), server);
        assertThat(answers.get()).as("no number twice").isEqualTo(seen.size());
    }

    @Test
    void an_hlog_holds_both_times_of_every_request() {
        assertThat(load("-c", "2", "-o", "hlog", url("/hello"))).isIn(MEASURED);
        var counts = new HashMap<String, Long>();
        try (var log =
                new HistogramLogReader(new ByteArrayInputStream(out.toString().getBytes(UTF_8)))) {
            while (log.hasNext()) {
                var histogram = (Histogram) log.nextIntervalHistogram();
                counts.merge(histogram.getTag(), histogram.getTotalCount(), Long::sum);
            }
        }
        assertThat(counts).containsOnlyKeys("response", "service");
        assertThat(counts.get("response")).isPositive().isEqualTo(counts.get("service"));
    }

    @Test
    void a_threshold_that_holds_fails_the_load_and_says_with_which_figure() {
        int code = load("-c", "2", "--fail-if", "p99>1ns", "--fail-if", "max>1h", url("/hello"));
        assertThat(code)
                .isIn(ExitCode.THRESHOLD, ExitCode.INVALID); // doubts come first on a busy machine
        assertThat(err.toString().lines())
                .singleElement()
                .asString()
                .matches("loombench: (failed|in doubt): p99 is .+s \\(--fail-if 'p99>1ns'\\)");
    }

    @Test
    void a_limit_on_errors_takes_the_place_of_the_doubt_about_them() {
        serveSomeErrors();
        assertThat(load("-c", "1", "--fail-if", "errors>60%", url("/mixed"))).isIn(MEASURED);
        assertThat(out.toString()).doesNotContain("requests failed").contains("status-5xx");
        assertThat(load("-c", "1", "--fail-if", "errors>0", url("/mixed")))
                .isIn(ExitCode.THRESHOLD, ExitCode.INVALID);
        assertThat(err.toString()).contains("errors is ", "(--fail-if 'errors>0')");
    }

    @Test
    void nothing_answered_is_doubtful_before_it_is_a_failure() {
        assertThat(load("-c", "1", "--fail-if", "errors>0", url("/busy")))
                .isEqualTo(ExitCode.INVALID);
        assertThat(err.toString()).startsWith("loombench: in doubt: errors is ");
    }

    @Test
    void thresholds_stand_in_the_json_with_what_was_met() {
        load("-c", "1", "-o", "json", "--fail-if", "rps<1", "--fail-if", "p50>1ns", url("/hello"));
        var json = JsonMapper.builder().build().readTree(out.toString());
        assertThat(json.at("/thresholds/0/failIf").asString()).isEqualTo("rps<1");
        assertThat(json.at("/thresholds/0/failed").asBoolean()).isFalse();
        assertThat(json.at("/thresholds/1/failed").asBoolean()).isTrue();
        assertThat(json.at("/thresholds/1/value").asDouble() / 1e6)
                .isEqualTo(json.at("/responseTime/p50Millis").asDouble());
        assertThat(json.at("/thresholds/1/unit").asString()).isEqualTo("ns");
    }

    @Test
    void the_habits_of_wrk_are_understood() {
        var habits = "-t1 -c2 -d1 -L --timeout 2s -H X-Test:wrk " + url("/hello");
        assertThat(execute(("--warm-up 200ms " + habits).split(" "))).isIn(MEASURED);
        assertThat(out.toString()).contains("closed model, 2 users, 1s");
        assertThat(seen).containsExactly("GET /hello wrk ");
    }

    @Test
    void a_load_that_is_stopped_tells_what_it_measured_until_then() throws Exception {
        var verb = new LoadCommand();
        var code =
                CompletableFuture.supplyAsync(() ->
                        commandLine(verb).execute("-c2", "-d1h", "--warm-up=1ms", url("/hello")));
        await(() -> answers.get() > 200); // the window is open: warm-up lasts 1 ms
        verb.stop().ask();
        assertThat(code.get()).isEqualTo(ExitCode.INTERRUPTED);
        assertThat(out.toString())
                .startsWith("INTERRUPTED: after ")
                .contains(" of 1h; the figures are of that time", "good answers/s")
                .contains(" 0 unfinished");
    }

    @Test
    void a_load_that_is_stopped_in_its_warm_up_has_measured_nothing() throws Exception {
        var verb = new LoadCommand();
        verb.stop().ask();
        assertThat(commandLine(verb).execute("-c2", url("/hello"))).isEqualTo(ExitCode.INTERRUPTED);
        assertThat(out.toString()).isEmpty();
        assertThat(err.toString().strip())
                .isEqualTo("loombench: interrupted before anything was measured");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "https://localhost/ | only http is driven, not https: was \"https://localhost/\"",
                "localhost:80/x | the URL must be like http://host:port/path or tcp://host:port,"
                        + " was \"localhost:80/x\"",
                "http://user:secret@localhost/ | a URL with a user or password before @ is refused",
                "http://secret@localhost:1/x | -H 'Authorization: Basic ...' sends them",
                "http://user:p%zz@localhost/ | a URL with a user or password",
                "user:secret@localhost/ | a URL with a user or password",
                "tcp://user:secret@localhost:1 | a URL with a user or password",
                "--body=@/dev/zero http://localhost/ | larger than 67,108,864 bytes",
                "http:///x | the URL must be like http://host:port/path or tcp://host:port, was"
                        + " \"http:///x\"",
                "tcp://localhost | tcp takes a host and a port, tcp://host:port, was"
                        + " \"tcp://localhost\"",
                "tcp://localhost:1/x | tcp takes a host and a port, tcp://host:port, was"
                        + " \"tcp://localhost:1/x\"",
                "-m PUT tcp://localhost:1 | --method, --header and --requests-file go with http://",
                "http://localhost:99999/ | the port must be between 1 and 65535, was 99999",
                "http://no.such.host.invalid/ | no address is known for host"
                        + " \"no.such.host.invalid\"",
                "-R 10 --think-time 1s http://localhost/ | --think-time has no meaning with --rate",
                "--arrival poisson http://localhost/ | --arrival needs --rate",
                "-R 10 --arrival bursty http://localhost/ | --arrival must be constant or poisson",
                "-H nonsense http://localhost/ | --header must be like Name: value, was"
                        + " \"nonsense\"",
                "-H a:1 -H A:2 http://localhost/ | header A was given twice",
                "--body=@/no/such/file http://localhost/ | --body names a file that cannot be read",
                "--requests-file /no/such/file http://localhost/ | no such file",
                "--requests-file a -m PUT http://localhost/ | --method and --body go with one request",
                "--requests-file a http://localhost/b | the URL names the server alone",
                "--connect-timeout 0s http://localhost/ | connect-timeout must be above 0, was 0",
                "--local-address elsewhere http://localhost/ | an IP address like 127.0.0.2",
                "-d 0s http://localhost/ | --duration must be above 0, was 0s",
                "-d soon http://localhost/ | \"soon\"",
                "-t 0 http://localhost/ | load generator threads must be at least 1, was 0",
                "--fail-if p99 http://localhost/ | \"p99\" is no threshold; --fail-if takes a"
                        + " metric",
                "-c 0 http://localhost/ | --connections: must be between 1 and 1000000, was 0",
                "-R 5 -c 0 http://localhost/ | connections must be at least 1, was 0",
                "-R 50000k http://localhost/ | --rate: must be at most 1,000,000 requests/s (1,000,000 per thread of the load generator), was 50,000,000",
                "-t 2 -R 0..3000k/1s http://localhost/ | --rate: must be at most 2,000,000 requests/s",
                "-R 0..5k http://localhost/ | --rate: \"0..5k\" is not a rate",
                "-R 0..5k/30s,x http://localhost/ | --rate: \"x\" is not a stage; expected stages"
                        + " separated by commas",
                "-R 5 --warm-up-at 0 http://localhost/ | --rate: must be above 0 requests per second",
                "--connect-rate 5 http://localhost/ | --connect-rate goes with --hold",
                "--hold -R 5 http://localhost/ | --hold sends one request on each connection",
                "--hold -n 5 http://localhost/ | --count has no meaning with --hold",
                "-n 0 http://localhost/ | --count must be at least 1, was 0",
                "--think-distribution normal --think-time 1s http://localhost/ |"
                        + " --think-distribution must be",
                "--think-distribution constant http://localhost/ | goes with --think-time",
                "-o xml http://localhost/ | --output must be text, json, csv or hlog, was \"xml\"",
            })
    void wrong_use_is_told_in_one_line(String arguments, String message) {
        assertThat(execute(arguments.split(" "))).isEqualTo(2);
        assertThat(err.toString().lines().findFirst().orElseThrow()).contains(message);
        assertThat(err.toString()).doesNotContain("secret");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void an_at_sign_in_a_path_is_no_user() {
        assertThat(LoadUrl.parse("http://localhost/@a/b@c?d=e@f").path())
                .isEqualTo("/@a/b@c?d=e@f");
    }

    @Test
    void lines_go_to_whoever_speaks_them() throws IOException {
        try (var server = LineServer.echo()) {
            var url = "tcp://127.0.0.1:" + server.address().getPort();
            assertThat(load("-c", "2", "--body", "a ${b}\n", url)).isIn(MEASURED);
            assertThat(out.toString())
                    .contains("lines to " + url + ": closed model, 2 users")
                    .contains(" 0 failed, 0 unfinished");
            assertThat(server.received()).containsExactly("a ${b}");
            assertThat(execute("--body", "a\nb", url)).isEqualTo(2);
            assertThat(err.toString()).contains("a line must not be empty or contain a line break");
        }
    }

    @Test
    void a_count_ends_the_load_and_exactly_so_many_are_sent() {
        var options = "--warm-up 100ms -c 3 -n 40 -d 30s -o json " + url("/hello");
        assertThat(execute(options.split(" "))).isIn(MEASURED);
        var json = JsonMapper.builder().build().readTree(out.toString());
        assertThat(json.at("/sent").asInt()).isEqualTo(40);
        assertThat(json.at("/succeeded").asInt()).isEqualTo(40);
        assertThat(json.at("/load/requests").asInt()).isEqualTo(40);
    }

    @Test
    void held_connections_are_all_open_at_the_end() {
        var held =
                new String[] {"--warm-up", "100ms", "--hold", "-c", "20", "--connect-rate", "200"};
        var all = Stream.concat(Arrays.stream(held), Stream.of(url("/hello")));
        assertThat(execute(all.toArray(String[]::new))).isIn(MEASURED);
        assertThat(out.toString())
                .contains("20 connections held, opened at 200/s, 100ms after a warm-up of 100ms")
                .contains("20 sent, 20 answered", "20 asked, 20 achieved, 0 reopened");
    }

    /// 0 to 400/s within 500 ms and 400/s for 100 ms, or longer on a busy machine: within `s`
    /// seconds `100 + 400 (s - 0.5)` arrivals.
    @Test
    void a_course_is_measured_for_as_long_as_it_is_and_held_against_its_mean() {
        var options = "--warm-up 100ms -c 20 -o json -R 0..400/500ms,400/100ms " + url("/hello");
        assertThat(execute(options.split(" "))).isIn(MEASURED);
        var json = JsonMapper.builder().build().readTree(out.toString());
        double seconds = json.at("/seconds").asDouble();
        double due = 400 * seconds - 100;
        assertThat(seconds).isGreaterThanOrEqualTo(0.6);
        assertThat(json.at("/load/profile").asString()).isEqualTo("0..400/500ms,400/100ms");
        assertThat(json.at("/sent").asDouble()).isCloseTo(due, within(2.0));
        assertThat(json.at("/load/rate").asDouble()).isCloseTo(due / seconds, within(1.0));
    }

    @Test
    void users_think_as_they_are_told() {
        assertThat(
                        execute(
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
    void help_shows_how_it_is_used() {
        assertThat(execute("--help")).isZero();
        assertThat(out.toString()).contains("Examples:", "Exit codes:", "--think-time=TIME");
    }

    /// A short load. It ends by the number of its requests, which a busy machine cannot miss; half
    /// a minute is only a limit.
    private int load(String... arguments) {
        var all =
                Stream.concat(
                        Stream.of("-d", "30s", "-n", "60", "--warm-up", "200ms"),
                        Arrays.stream(arguments));
        return execute(all.toArray(String[]::new));
    }

    private int execute(String... arguments) {
        return commandLine(new LoadCommand()).execute(arguments);
    }

    private CommandLine commandLine(LoadCommand verb) {
        return new CommandLine(verb)
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true));
    }

    /// Every second request is refused.
    private void serveSomeErrors() {
        server.createContext(
                "/mixed",
                exchange -> answer(exchange, answers.get() % 2 == 0 ? 200 : 503, "so so"));
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        while (!condition.getAsBoolean()) {
            Thread.sleep(5);
        }
    }

    private String url(String path) {
        return "http://127.0.0.1:" + server.getAddress().getPort() + path;
    }

    private static int deadPort() throws IOException {
        try (var listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return listener.getLocalPort();
        }
    }
}

package dev.loombench.cli.load;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.Await;
import dev.loombench.cli.console.ExitCode;
import java.io.ByteArrayInputStream;
import java.util.HashMap;
import java.util.concurrent.CompletableFuture;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;

/// Results, formats, thresholds and stops of `loombench load`.
class LoadCommandTest extends LoadCommandFixture {
    @Test
    void the_report_of_a_closed_load_goes_to_standard_output() {
        assertThat(load("-c", "4", url("/hello"))).isIn(MEASURED);
        assertThat(out.toString())
                .contains("GET " + url("/hello") + ": closed model, 4 users")
                .contains("throughput", "service time", "arriving request", "send lag", "p99.99")
                .contains("connections  4 requested, 4 established, 0 closed")
                .contains(" 0 failed, 0 unfinished");
        assertThat(err.toString()).isEmpty();
    }

    /// Neither a probe nor a warm-up nor a request after the last.
    @Test
    void a_number_of_requests_is_exact() {
        assertThat(loadWith("-n", "3", "-c", "2", "-m", "POST", url("/hello"))).isIn(MEASURED);
        assertThat(responses).hasValue(3);
        assertThat(received).allMatch(request -> request.startsWith("POST "));
    }

    @Test
    void without_keep_alive_the_report_has_the_connect_time() {
        load("-c", "2", "--no-keep-alive", "--connect-timeout", "5s", url("/hello"));
        assertThat(out.toString())
                .contains("closed model, 2 users, one connection per request,")
                .containsPattern("connect time +p50 ")
                .doesNotContain("connections were requested");
    }

    @Test
    void json_contains_the_figures_of_an_open_load() {
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
        var json = json();
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
        assertThat(lines.getLast()).startsWith(url("/hello") + ",,GET,closed,");
        var cells = lines.getLast().replaceAll("\"[^\"]*\"", "a quoted cell"); // may hold commas
        assertThat(cells.split(",", -1)).hasSameSizeAs(lines.getFirst().split(",", -1));
    }

    @Test
    void an_invalid_result_is_named_with_its_cause() {
        assertThat(load("-c", "2", "--no-probe", url("/busy"))).isEqualTo(3);
        assertThat(out.toString())
                .contains("Invalid: no good response: status 503 ")
                .containsPattern("errors       status-5xx [0-9,]+ \\(503: [0-9,]+\\)\n");
    }

    @Test
    void a_load_without_responses_is_invalid() {
        var nowhere = "http://127.0.0.1:1/";
        assertThat(loadWith("-c2", "-d30s", "-n4", "--warm-up=1ms", "--no-probe", nowhere))
                .isEqualTo(3);
        assertThat(out.toString()).contains("Invalid: no good response: connect-refused ");
    }

    @Test
    void an_hlog_contains_both_times_of_every_request() {
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
    void a_violated_threshold_fails_the_load_and_shows_the_figure() {
        int code = load("-c", "2", "--fail-if", "p50>1ns", "--fail-if", "max>1h", url("/hello"));
        assertThat(code).isIn(ExitCode.THRESHOLD, ExitCode.INVALID); // invalid on a busy machine
        assertThat(err.toString().lines())
                .singleElement()
                .asString()
                .matches(
                        "loombench: (failed|invalid result): p50 is .+s \\(--fail-if 'p50>1ns'\\)");
    }

    /// 60 requests have 0.6 beyond p99.
    @Test
    void a_threshold_on_a_percentile_of_few_responses_is_undecided() {
        int code = load("-c", "2", "--fail-if", "p99>1h", url("/hello"));
        assertThat(code).isIn(ExitCode.UNDECIDED, ExitCode.INVALID); // invalid on a busy machine
        assertThat(err.toString().lines())
                .singleElement()
                .asString()
                .matches(
                        "loombench: (undecided|invalid result): 0 of 60 responses lie beyond p99 of an arriving request, which is judged from 10 on: measure with -n 1000 \\(--fail-if 'p99>1h'\\)");
        assertThat(out.toString()).contains("Note: 60 responses in a window of ");
        assertThat(load("-c", "2", "--fail-if", "p99>1h", "--fail-if", "mean>1ns", url("/hello")))
                .isIn(ExitCode.THRESHOLD, ExitCode.INVALID);
    }

    @Test
    void a_threshold_on_errors_replaces_the_check_of_errors() {
        serveSomeErrors();
        assertThat(load("-c", "1", "--fail-if", "errors>60%", url("/mixed"))).isIn(MEASURED);
        assertThat(out.toString()).doesNotContain(" %) failed").contains("status-5xx");
        assertThat(load("-c", "1", "--fail-if", "errors>0", url("/mixed")))
                .isIn(ExitCode.THRESHOLD, ExitCode.INVALID);
        assertThat(err.toString()).contains("errors is ", "(--fail-if 'errors>0')");
    }

    @Test
    void a_load_without_good_responses_is_invalid_rather_than_failed() {
        assertThat(load("-c", "1", "--fail-if", "errors>0", url("/busy")))
                .isEqualTo(ExitCode.INVALID);
        assertThat(err.toString()).startsWith("loombench: invalid result: errors is ");
    }

    @Test
    void thresholds_are_in_the_json_with_their_figures() {
        load("-c", "1", "-o", "json", "--fail-if", "rps<1", "--fail-if", "p50>1ns", url("/hello"));
        var json = json();
        assertThat(json.at("/thresholds/0/failIf").asString()).isEqualTo("rps<1");
        assertThat(json.at("/thresholds/0/failed").asBoolean()).isFalse();
        assertThat(json.at("/thresholds/1/failed").asBoolean()).isTrue();
        assertThat(json.at("/thresholds/1/value").asDouble() / 1e6)
                .isEqualTo(json.at("/responseTime/p50Millis").asDouble());
        assertThat(json.at("/thresholds/1/unit").asString()).isEqualTo("ns");
    }

    @Test
    void a_stopped_load_reports_what_it_measured() throws Exception {
        Await.until(() -> !collectsIntervals()); // none of a load before
        var command = new LoadCommand();
        // without a probe, which opens a window too
        var words = new String[] {"-c2", "-d1h", "--warm-up=1ms", "--no-probe", url("/hello")};
        var code = CompletableFuture.supplyAsync(() -> alone(command).execute(words));
        Await.until(LoadCommandTest::collectsIntervals); // the window opens, so a stop ends it
        int before = responses.get();
        Await.until(() -> responses.get() > before + 1_000);
        command.stop();
        assertThat(code.get()).isEqualTo(ExitCode.INTERRUPTED);
        assertThat(out.toString())
                .contains("Interrupted: after ")
                .contains(" of 1h; the figures are of that time", "good responses/s")
                .contains(" 0 unfinished");
    }

    @Test
    void a_load_stopped_in_its_warm_up_has_measured_nothing() throws Exception {
        var command = new LoadCommand();
        command.stop();
        assertThat(alone(command).execute("-c2", url("/hello"))).isEqualTo(ExitCode.INTERRUPTED);
        assertThat(out.toString()).isEmpty();
        assertThat(err.toString().strip())
                .isEqualTo("loombench: interrupted before anything was measured");
    }

    /// Every second response is a 503.
    private void serveSomeErrors() {
        server.createContext(
                "/mixed",
                exchange -> respond(exchange, responses.get() % 2 == 0 ? 200 : 503, "so so"));
    }

    /// Whether a window is open or about to be: its intervals have a thread of their own.
    private static boolean collectsIntervals() {
        return Thread.getAllStackTraces().keySet().stream()
                .anyMatch(thread -> thread.getName().equals("loombench-intervals"));
    }
}

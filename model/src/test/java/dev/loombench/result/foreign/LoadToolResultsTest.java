package dev.loombench.result.foreign;

import static dev.loombench.result.foreign.ForeignFiles.assertLoad;
import static dev.loombench.result.foreign.ForeignFiles.deciding;
import static dev.loombench.result.foreign.ForeignFiles.figure;
import static dev.loombench.result.foreign.ForeignFiles.read;
import static dev.loombench.result.foreign.ForeignFiles.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.result.foreign.ForeignResult.Failures;
import dev.loombench.text.WrongInput;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Files of load generators, in the forms that these write.
class LoadToolResultsTest {
    @ParameterizedTest
    @CsvSource({
        "k6-export.json, 99.5, p95, 3",
        "k6-handle-summary.json, 100, p99, 0",
        "k6-machine-readable.json, 100, p95, 4"
    })
    void each_form_of_the_summary_of_k6_is_read(
            String file, double rate, String deciding, int failed) {
        var result = read(file);
        assertThat(result.tool()).isEqualTo(ForeignTool.K6);
        assertLoad(result, "throughput", rate);
        assertLoad(result, "mean", 12.5e6);
        assertLoad(result, "p50", 10e6);
        assertLoad(result, "p95", 30e6);
        assertThat(deciding(result)).as("the highest up to p99").containsExactly(deciding);
        assertThat(result.failures()).isEqualTo(new Failures(failed, 1_000));
    }

    /// A closed load of a number of iterations drops those for which its time was too short.
    @Test
    void k6_that_dropped_iterations_is_invalid_and_may_be_closed() {
        var result = read("k6-handle-summary.json");
        assertThat(result.load()).isEqualTo(ForeignLoad.UNKNOWN);
        assertThat(result.warnings())
                .singleElement()
                .satisfies(warning -> {
                    assertThat(warning.text()).startsWith("it dropped 7 iterations");
                    assertThat(warning.invalid()).isTrue();
                });
        assertThat(read("k6-export.json").load()).isEqualTo(ForeignLoad.UNKNOWN);
        assertThat(read("k6-export.json").settings()).containsEntry("virtual users", "20");
    }

    /// 12 statuses, a read error and 2 time-outs of 60,000 responses and 3 without one.
    @Test
    void wrk_is_a_closed_load_with_its_rounding() {
        var result = read("wrk.txt");
        assertThat(result.tool()).isEqualTo(ForeignTool.WRK);
        assertThat(result.load()).isEqualTo(ForeignLoad.CLOSED);
        assertLoad(result, "throughput", 2_000.53);
        assertLoad(result, "mean", 635_910);
        assertLoad(result, "p90", 1.4e6);
        assertLoad(result, "p99", 5.8e6);
        assertThat(figure(result, "requests", "p99").rounding())
                .as("half of 0.01 ms")
                .isCloseTo(5_000, within(1e-6));
        assertThat(deciding(result)).containsExactly("throughput");
        assertThat(result.failures()).isEqualTo(new Failures(15, 60_003));
        assertThat(result.settings())
                .isEqualTo(
                        Map.of(
                                "threads", "2",
                                "connections", "100",
                                "duration", "30s",
                                "path", "/owners"));
    }

    @Test
    void wrk2_is_an_open_load_with_the_corrected_percentiles() {
        var result = read("wrk2.txt");
        assertThat(result.tool()).isEqualTo(ForeignTool.WRK2);
        assertThat(result.load()).isEqualTo(ForeignLoad.OPEN);
        assertLoad(result, "p99", 3.02e6);
        assertLoad(result, "p99.999", 12.68e6);
        assertThat(deciding(result)).containsExactly("p99");
    }

    /// As of ten seconds or less, without `-L`: nothing but the heading tells it from wrk.
    @Test
    void a_short_load_of_the_fork_of_wrk2_is_open_and_has_its_p99() {
        var text =
                """
                Running 10s test @ http://127.0.0.1:8080/hotels
                  2 threads and 100 connections
                  Thread Stats   Avg      Stdev     99%   +/- Stdev
                    Latency     3.91ms  783.75us   6.40ms   75.67%
                    Req/Sec       -nan      -nan   0.00      0.00%
                  59889 requests in 30.00s, 15.87MB read
                Requests/sec:   1996.43
                Transfer/sec:    541.61KB
                """;
        var result = ForeignReader.parse("a.txt", text).getFirst();
        assertThat(result.tool()).isEqualTo(ForeignTool.WRK2);
        assertThat(result.load()).isEqualTo(ForeignLoad.OPEN);
        assertLoad(result, "p99", 6.40e6);
        assertLoad(result, "mean", 3.91e6);
        assertThat(deciding(result)).containsExactly("p99");
        var ofTwoUrls = text + "    Latency     4.00ms  700.00us   7.00ms   75.67%\n";
        assertThatThrownBy(() -> ForeignReader.parse("a.txt", ofTwoUrls))
                .isInstanceOf(WrongInput.class)
                .hasMessageContaining("2 URLs");
    }

    /// As scripts write that keep the shares of the metrics, and leave their counts out.
    @Test
    void failures_of_k6_are_counted_by_their_share_where_a_summary_has_no_counts() {
        var summary =
                """
                {"metrics": {"http_req_duration": {"values": {"avg": 12.5}},
                             "http_reqs": {"values": {"count": 400, "rate": 40}},
                             "http_req_failed": {"values": {"rate": 0.25}}}}
                """;
        assertThat(ForeignReader.parse("a.json", summary).getFirst().failures())
                .isEqualTo(new Failures(100, 400));
    }

    /// Before version 12.6.
    @Test
    void a_result_of_vegeta_without_throughput_has_that_of_its_successes() {
        var result =
                ForeignReader.parse(
                                "a.json",
                                """
                                {"latencies": {"mean": 2000000, "50th": 1900000, "99th": 5000000},
                                 "duration": 9900000000, "wait": 100000000, "requests": 1000,
                                 "rate": 100.1, "success": 0.95,
                                 "status_codes": {"200": 950, "500": 50}, "errors": ["500"]}
                                """)
                        .getFirst();
        assertThat(result.tool()).isEqualTo(ForeignTool.VEGETA);
        assertLoad(result, "throughput", 95);
        assertLoad(result, "p99", 5e6);
    }

    @Test
    void several_results_in_a_file_are_several_loads() {
        var results = ForeignReader.parse("a.txt", text("wrk.txt") + text("wrk.txt"));
        assertThat(results).extracting(ForeignResult::name).containsExactly("a.txt #1", "a.txt #2");
        var loads = ForeignReader.parse("a.txt", text("h2load.txt") + text("h2load.txt"));
        assertThat(loads).hasSize(2);
        var documents = ForeignReader.parse("a.json", text("vegeta.json") + text("vegeta.json"));
        assertThat(documents).hasSize(2);
    }

    @Test
    void h2load_has_the_percentiles_of_its_version() {
        var old = read("h2load.txt");
        assertLoad(old, "throughput", 638.47);
        assertLoad(old, "mean", 128.9e6);
        assertThat(old.figures()).hasSize(2);
        assertThat(old.failures()).isEqualTo(new Failures(10, 10_000));
        var newer = read("h2load-percentiles.txt");
        assertLoad(newer, "p50", 100e6);
        assertLoad(newer, "p95", 200e6);
        assertLoad(newer, "p99", 300e6);
        assertLoad(newer, "mean", 128.9e6);
        var newest = read("h2load-request.txt");
        assertLoad(newest, "throughput", 1_500);
        assertLoad(newest, "p50", 5e6);
        assertLoad(newest, "p95", 9e6);
        assertLoad(newest, "p99", 12e6);
        assertLoad(newest, "mean", 5.2e6);
        assertThat(newest.failures()).isEqualTo(new Failures(0, 3_000));
    }

    @Test
    void h2load_has_the_clients_of_all_its_threads() {
        assertThat(read("h2load.txt").settings())
                .isEqualTo(Map.of("clients", "100", "threads", "1", "requests", "10000"));
        var ofTime =
                "%d total client(s). Timing-based test with 1s of warm-up time and 2.5s of main duration for measurements.";
        var text =
                text("h2load.txt")
                        .replaceFirst(
                                "(?m)^spawning thread #0: .*$",
                                "spawning thread #0: %s\nspawning thread #1: %s"
                                        .formatted(ofTime.formatted(34), ofTime.formatted(33)));
        assertThat(ForeignReader.parse("a.txt", text).getFirst().settings())
                .isEqualTo(
                        Map.of("clients", "67", "threads", "2", "warm-up", "1", "duration", "2.5"));
    }

    /// As by a filter.
    @Test
    void h2load_without_its_first_lines_has_no_clients() {
        assertThat(read("h2load-percentiles.txt").settings()).isEqualTo(Map.of("requests", "5000"));
    }

    @Test
    void h2load_does_not_say_whether_its_rate_was_fixed() {
        assertThat(read("h2load.txt").load())
                .as("--rps is not in the file")
                .isEqualTo(ForeignLoad.UNKNOWN);
    }

    /// 6 statuses and 4 closed connections; the 50 requests in flight at the end have not failed,
    /// and are no responses: 9,996 of 10,050 at 1,005/s.
    @Test
    void oha_is_read_in_seconds() {
        var result = read("oha.json");
        assertLoad(result, "throughput", 999.6);
        assertLoad(result, "p99.9", 0.1e9);
        assertThat(result.failures()).isEqualTo(new Failures(10, 10_000));
        assertThat(result.figures()).noneMatch(f -> f.metric().name().equals("p99.99"));
        assertThat(result.load()).as("-q is not in the file").isEqualTo(ForeignLoad.UNKNOWN);
    }

    /// As of a server that answers no request.
    @Test
    void oha_without_a_response_has_failed() {
        var result =
                ForeignReader.parse(
                                "a.json",
                                """
                                {"summary": {"requestsPerSec": 1.995, "average": null},
                                 "latencyPercentiles": {"p99": null}, "statusCodeDistribution": {},
                                 "errorDistribution": {"aborted due to deadline": 2}}
                                """)
                        .getFirst();
        assertLoad(result, "throughput", 0);
        assertThat(result.figures()).hasSize(1);
        assertThat(result.failures()).isEqualTo(new Failures(2, 2));
    }

    /// Newer versions have the key of the summary of k6 too.
    @Test
    void oha_with_metrics_is_not_k6() {
        var text =
                text("oha.json")
                        .replaceFirst(
                                "\\{",
                                "{\"metrics\": {\"success_rate\": 1, \"latency_ms\": {\"p99\": 1}},");
        var result = ForeignReader.parse("oha.json", text).getFirst();
        assertThat(result.tool()).isEqualTo(ForeignTool.OHA);
        assertLoad(result, "throughput", 999.6);
    }

    /// 20,100 responses in 10.05 s, and 3 errors without a response. The body of eleven responses
    /// is another one than expected, ten of which have the status 503.
    @Test
    void autocannon_counts_in_milliseconds() {
        var result = read("autocannon.json");
        assertThat(result.tool()).isEqualTo(ForeignTool.AUTOCANNON);
        assertThat(result.load()).as("-R is not in the file").isEqualTo(ForeignLoad.UNKNOWN);
        assertLoad(result, "throughput", 2_000);
        assertThat(figure(result, "requests", "throughput").rounding())
                .as("half of a hundredth of a second")
                .isCloseTo(2_000 * 0.005 / 10.05, within(1e-9));
        assertLoad(result, "mean", 9.45e6);
        assertLoad(result, "p97.5", 15e6);
        assertThat(figure(result, "requests", "p97.5").rounding()).isEqualTo(500_000);
        assertThat(result.figures())
                .extracting(f -> f.metric().name())
                .containsExactly(
                        "throughput", "mean", "p50", "p75", "p90", "p97.5", "p99", "p99.9");
        assertThat(deciding(result)).containsExactly("throughput");
        assertThat(result.failures()).isEqualTo(new Failures(14, 20_103));
        assertThat(result.settings())
                .isEqualTo(Map.of("connections", "20", "pipelining", "1", "path", "/orders"));
    }

    @Test
    void autocannon_without_a_duration_is_refused() {
        var text = text("autocannon.json").replace("\"duration\":10.05", "\"duration\":0");
        assertThatThrownBy(() -> ForeignReader.parse("a.json", text))
                .isInstanceOf(WrongInput.class)
                .hasMessageStartingWith("a.json: duration is a number");
    }

    @Test
    void vegeta_is_read_in_nanoseconds() {
        var result = read("vegeta.json");
        assertThat(result.load()).isEqualTo(ForeignLoad.OPEN);
        assertLoad(result, "throughput", 100.7);
        assertLoad(result, "p99", 3_530_000);
        assertThat(deciding(result)).containsExactly("p99");
        assertThat(result.failures()).isEqualTo(new Failures(2, 1_000));
    }

    /// 9,990 responses of 10,000 requests; 40 have a status of 5xx.
    @Test
    void hey_has_the_throughput_of_its_responses() {
        var result = read("hey.txt");
        assertThat(result.tool()).isEqualTo(ForeignTool.HEY);
        assertThat(result.load()).isEqualTo(ForeignLoad.UNKNOWN);
        assertLoad(result, "throughput", 4_997.0018 * 0.999);
        assertLoad(result, "mean", 5e6);
        assertLoad(result, "p50", 4.7e6);
        assertLoad(result, "p99", 21.2e6);
        assertThat(figure(result, "requests", "p99").rounding()).isCloseTo(50_000, within(1e-6));
        assertThat(deciding(result)).containsExactly("throughput");
        assertThat(result.failures()).isEqualTo(new Failures(50, 10_000));
        assertThat(result.toString()).doesNotContain("sesame");
    }

    @Test
    void hey_keeps_the_times_of_a_million_responses() {
        var longer = text("hey.txt").replace("9950 responses", "1000001 responses");
        var result = ForeignReader.parse("long.txt", longer).getFirst();
        assertThat(result.figures())
                .extracting(f -> f.metric().name())
                .containsExactly("throughput");
        assertThat(result.leftOut()).hasSize(1);
    }

    /// 15 failures, of which 12 are responses of another length, and two statuses.
    @Test
    void ab_has_whole_milliseconds_and_no_failures_by_length() {
        var result = read("ab.txt");
        assertLoad(result, "throughput", 8_103.73);
        assertLoad(result, "mean", 12.34e6);
        assertLoad(result, "p99", 24e6);
        assertThat(figure(result, "requests", "p99").rounding()).isEqualTo(0.5e6);
        assertThat(result.failures()).isEqualTo(new Failures(5, 10_000));
        assertThat(result.settings()).isEqualTo(Map.of("concurrency", "100", "path", "/hello"));
    }

    @Test
    void a_load_of_our_own_has_percentiles_of_an_arriving_request() {
        var result = read("load.json");
        assertLoad(result, "p50", 10e6);
        assertLoad(result, "p99", 60e6);
        assertThat(deciding(result)).containsExactly("throughput");
        assertThat(result.settings().toString()).contains("/price").doesNotContain("sesame");
        assertThat(result.settings()).containsKey("seconds");
        assertThat(result.warnings()).hasSize(1);
        assertThat(result.warnings().getFirst().invalid()).isTrue();
    }

    /// The mean of a profile over a window that ends some microseconds later is another number.
    @Test
    void a_load_of_our_own_with_a_profile_is_set_by_that() {
        var settings =
                Stream.of("24.999987", "25.000012")
                        .map(mean ->
                                text("load.json")
                                        .replace(
                                                "\"users\" : 50.0",
                                                "\"users\" : %s, \"profile\" : \"0..50/10s\""
                                                        .formatted(mean)))
                        .map(text -> ForeignReader.parse("load.json", text).getFirst().settings())
                        .toList();
        assertThat(settings.getFirst())
                .containsEntry("profile", "0..50/10s")
                .doesNotContainKey("users")
                .isEqualTo(settings.getLast());
        assertThat(read("load.json").settings()).containsKey("users");
    }

    @Test
    void a_load_of_our_own_that_was_interrupted_is_not_valid() {
        var text = text("load.json").replace("\"interrupted\" : false", "\"interrupted\" : true");
        assertThat(ForeignReader.parse("load.json", text).getFirst().warnings())
                .hasSize(2)
                .first()
                .matches(ForeignResult.Warning::invalid)
                .extracting(ForeignResult.Warning::text)
                .asString()
                .contains("interrupted");
    }
}

package dev.loombench.result.foreign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.result.foreign.ForeignResult.Failures;
import dev.loombench.text.WrongInput;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Files of other tools, in the forms that these write.
class ForeignReaderTest {
    /// Factors of a unit are not exact in binary.
    private static final double RELATIVE = 1e-9;

    @TempDir private Path folder;

    private static String text(String file) {
        try (var in = ForeignReaderTest.class.getResourceAsStream(file)) {
            return new String(
                    Objects.requireNonNull(in, file).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ForeignResult read(String file) {
        var results = ForeignReader.parse(file, text(file));
        assertThat(results).hasSize(1);
        return results.getFirst();
    }

    private static ForeignFigure figure(ForeignResult result, String benchmark, String metric) {
        return result.figures().stream()
                .filter(f -> f.benchmark().equals(benchmark) && f.metric().name().equals(metric))
                .findFirst()
                .orElseThrow(() -> new AssertionError(metric + " in " + result.figures()));
    }

    private static void assertValues(ForeignFigure figure, double... expected) {
        assertThat(figure.values()).hasSize(expected.length);
        for (int i = 0; i < expected.length; i++) {
            assertThat(figure.values().get(i))
                    .isCloseTo(expected[i], within(RELATIVE * expected[i]));
        }
    }

    /// The figures of a load: one value each.
    private static void assertLoad(ForeignResult result, String metric, double expected) {
        assertValues(figure(result, "requests", metric), expected);
    }

    private static List<String> deciding(ForeignResult result) {
        return result.figures().stream()
                .filter(ForeignFigure::decides)
                .map(f -> f.metric().name())
                .toList();
    }

    /// Forks of 1.0 and 1.2, 2.0 and 2.2, 2.8 and 3.0 us.
    @Test
    void a_fork_of_jmh_is_a_value_the_mean_of_its_iterations() {
        var result = read("jmh.json");
        assertThat(result.tool()).isEqualTo(ForeignTool.JMH);
        var total = figure(result, "org.example.shop.PriceBenchmark.total (size=10)", "time");
        assertValues(total, 1_100, 2_100, 2_900);
        assertThat(total.metric().unit()).isEqualTo("ns");
        assertThat(total.metric().higherIsBetter()).isFalse();
        assertThat(total.decides()).isTrue();
    }

    @Test
    void throughput_of_jmh_is_in_operations_per_second() {
        var rate = figure(read("jmh.json"), "org.example.shop.PriceBenchmark.rate", "throughput");
        assertValues(rate, 5_000);
        assertThat(rate.metric().higherIsBetter()).isTrue();
    }

    /// 99 values of 1 ms and one of 10 ms: mean 1.09 ms.
    @Test
    void a_sampled_benchmark_of_jmh_has_percentiles() {
        var result = read("jmh.json");
        var name = "org.example.shop.PriceBenchmark.sampled";
        assertValues(figure(result, name, "sample-time"), 1.09e6);
        assertValues(figure(result, name, "p50"), 1e6);
        assertValues(figure(result, name, "p99"), 1e6);
        assertValues(figure(result, name, "p99.9"), 1e7);
        assertThat(figure(result, name, "p99.9").decides()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"p0.99", "sampled·p0.99"})
    void percentiles_that_jmh_derives_from_samples_are_those_of_its_histogram(String derived) {
        var result =
                ForeignReader.parse(
                                "a.json",
                                """
                                [{"benchmark": "a.B.c", "mode": "sample",
                                  "primaryMetric": {"scoreUnit": "us/op",
                                                    "rawDataHistogram": [[[[2, 9], [4, 1]]]]},
                                  "secondaryMetrics": {
                                    "%s": {"scoreUnit": "us/op", "rawData": [[4]]},
                                    "gc.alloc.rate.norm": {"scoreUnit": "B/op", "rawData": [[24]]}}}]
                                """
                                        .formatted(derived))
                        .getFirst();
        assertThat(result.figures())
                .extracting(f -> f.metric().name())
                .containsExactly("sample-time", "p50", "p99", "p99.9", "gc.alloc.rate.norm");
    }

    /// Each mode has its own score, and forks that allocate differently.
    @Test
    void costs_of_several_modes_of_jmh_are_not_mixed() {
        var entry =
                """
                {"benchmark": "a.B.c", "mode": "%s",
                 "primaryMetric": {"scoreUnit": "%s", "rawData": [[1], [2]]},
                 "secondaryMetrics": {
                   "gc.alloc.rate.norm": {"scoreUnit": "B/op", "rawData": [[%d], [%3$d]]}}}
                """;
        var result =
                ForeignReader.parse(
                                "a.json",
                                "[%s, %s]"
                                        .formatted(
                                                entry.formatted("avgt", "us/op", 24),
                                                entry.formatted("ss", "us/op", 900)))
                        .getFirst();
        assertThat(deciding(result)).containsExactly("time", "single-shot-time");
        assertValues(figure(result, "a.B.c", "gc.alloc.rate.norm"), 24, 24);
        assertThat(result.figures()).hasSize(3);
        assertThat(result.leftOut())
                .containsExactly("gc.alloc.rate.norm of a.B.c by mode ss: that of avgt counts");
    }

    /// One thread and four are no forks of one another.
    @Test
    void numbers_of_threads_of_jmh_are_not_mixed() {
        var entry =
                """
                {"benchmark": "a.B.%s", "mode": "thrpt", "threads": %d, "params": {"n": "7"},
                 "primaryMetric": {"scoreUnit": "ops/s", "rawData": [[%d]]}}
                """;
        var result =
                ForeignReader.parse(
                                "a.json",
                                "[%s, %s, %s]"
                                        .formatted(
                                                entry.formatted("c", 1, 10),
                                                entry.formatted("c", 4, 40),
                                                entry.formatted("d", 4, 50)))
                        .getFirst();
        assertValues(figure(result, "a.B.c (n=7, threads=1)", "throughput"), 10);
        assertValues(figure(result, "a.B.c (n=7, threads=4)", "throughput"), 40);
        assertValues(figure(result, "a.B.d (n=7)", "throughput"), 50);
    }

    @Test
    void a_histogram_of_jmh_counts_from_one() {
        var text =
                """
                [{"benchmark": "a.B.c", "mode": "sample",
                  "primaryMetric": {"scoreUnit": "us/op", "rawDataHistogram": [[[[2, 9], [4, -8]]]]}}]
                """;
        assertThatThrownBy(() -> ForeignReader.parse("a.json", text))
                .isInstanceOf(WrongInput.class)
                .hasMessage(
                        "a.json: [0].primaryMetric.rawDataHistogram[0][0][1] is a list, expected a value and its number, above 0");
    }

    @Test
    void a_cost_per_operation_of_jmh_is_a_figure_and_a_rate_is_left_out() {
        var result = read("jmh.json");
        var allocated =
                figure(
                        result,
                        "org.example.shop.PriceBenchmark.total (size=10)",
                        "gc.alloc.rate.norm");
        assertValues(allocated, 24, 24, 32);
        assertThat(allocated.decides()).isFalse();
        assertThat(result.leftOut())
                .containsExactly(
                        "gc.alloc.rate of org.example.shop.PriceBenchmark.total (size=10), whose file does not say which is better");
    }

    @Test
    void settings_of_jmh_are_those_of_all_benchmarks() {
        assertThat(read("jmh.json").settings())
                .containsEntry("threads", "1, 4")
                .containsEntry("jdkVersion", "25.0.1")
                .containsEntry("jvmArgs", ", -Xmx1g -XX:+UseSerialGC");
    }

    @Test
    void a_benchmark_of_jmh_without_a_score_is_left_out() {
        var result =
                ForeignReader.parse(
                        "a.json",
                        """
                        [{"benchmark": "a.B.c", "mode": "avgt",
                          "primaryMetric": {"scoreUnit": "ns/op", "rawData": [["NaN"]]}},
                         {"benchmark": "a.B.d", "mode": "avgt",
                          "primaryMetric": {"scoreUnit": "ns/op", "rawData": [[3]]}}]
                        """);
        assertThat(result.getFirst().figures()).hasSize(1);
        assertThat(result.getFirst().leftOut()).containsExactly("time of a.B.c has no score");
    }

    @Test
    void a_run_of_hyperfine_is_a_value() {
        var result = read("hyperfine.json");
        assertValues(figure(result, "./old --size 10", "time"), 0.19e9, 0.2e9, 0.21e9);
        assertValues(figure(result, "./old --size 10", "memory"), 4_096, 4_096, 8_192);
        assertThat(deciding(result)).containsExactly("time", "time");
        assertThat(result.failures()).as("exit code 1, and a signal").isEqualTo(new Failures(2, 6));
        assertThat(result.byBenchmark())
                .extracting(ForeignResult::name)
                .containsExactly(
                        "hyperfine.json: ./old --size 10", "hyperfine.json: ./new --size 10");
        assertThat(result.byBenchmark())
                .extracting(ForeignResult::failures)
                .containsExactly(new Failures(0, 3), new Failures(2, 3));
    }

    /// As `hyperfine 'java -jar a.jar' 'java -jar a.jar'`, a comparison of a command with itself.
    @Test
    void equal_commands_of_hyperfine_are_numbered() {
        var result =
                ForeignReader.parse(
                                "a.json",
                                """
                                {"results": [
                                  {"command": "./a", "times": [1, 2], "exit_codes": [0, 1]},
                                  {"command": "./b", "times": [3], "exit_codes": [0]},
                                  {"command": "./a", "times": [4], "exit_codes": [0]}]}
                                """)
                        .getFirst();
        assertThat(result.byBenchmark())
                .extracting(ForeignResult::name)
                .containsExactly("a.json: ./a #1", "a.json: ./b", "a.json: ./a #2");
        assertValues(figure(result, "./a #1", "time"), 1e9, 2e9);
        assertValues(figure(result, "./a #2", "time"), 4e9);
        assertThat(result.byBenchmark().getFirst().failures()).isEqualTo(new Failures(1, 2));
    }

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

    @Test
    void k6_that_dropped_iterations_is_invalid_and_open() {
        var result = read("k6-handle-summary.json");
        assertThat(result.load()).isEqualTo(ForeignLoad.OPEN);
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

    /// Its throughput would be that of its requests.
    @Test
    void a_text_of_hey_without_its_counts_is_refused() {
        var text = text("hey.txt");
        var cut = text.substring(0, text.indexOf("Status code distribution"));
        assertThatThrownBy(() -> ForeignReader.parse("a.txt", cut))
                .isInstanceOf(WrongInput.class)
                .hasMessageContaining("Status code distribution:");
    }

    /// Its text begins as that of hey does.
    @Test
    void the_text_of_oha_is_not_read_as_that_of_hey() {
        var oha = text("hey.txt").replace("  Total:", "  Success rate:\t100.00%\n  Total:");
        assertThatThrownBy(() -> ForeignReader.parse("oha.txt", oha))
                .isInstanceOf(WrongInput.class)
                .hasMessageContaining("oha (JSON)");
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

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | holds no result; expected the output of JMH",
                "'{' | a.x:1: is not valid JSON",
                "[] | holds no result; JMH writes an empty list where all benchmarks failed",
                "{\"a\": 1} | is JSON of no tool that is known",
                "hello | is text of no tool that is known; expected the output of JMH",
                "Running 30s test @ http://a/ | has no line \"Requests/sec:\": the tool was stopped",
                "{\"results\": [{\"command\": \"a\"}]} | results[0].times is missing, expected the figures of all runs",
                "{\"results\": [{\"command\": \"a\", \"times\": [\"x\"]}]} | results[0].times[0] is a text, expected a finite number",
                "[{\"primaryMetric\": {}}] | benchmark is missing, expected a text",
                "{\"metrics\": {\"checks\": {}}} | expected the metric iteration_duration of k6",
                "{\"type\": \"Point\", \"metric\": \"vus\"} | holds the points of k6 (--out json); expected its summary",
                "{\"experiment\": \"a\", \"variants\": []} | is the result of loombench run",
                "{\"results\": [{\"command\": \"a\", \"times\": [-1]}]} | time of a must be one number or more",
                "{\"results\": [{\"command\": \"a\", \"times\": [1e300]}]} | time of a must be one number or more",
                "{\"results\": [{\"command\": \"a\", \"times\": [1e999]}]} | expected a finite number",
                "{\"results\": [{\"command\": \"a\", \"times\": [NaN]}]} | a.x:1: is not valid JSON",
                "{\"latencies\": {\"mean\": 1}, \"throughput\": 1, \"status_codes\": {\"500\": -1}} | a count is below 0"
            })
    void a_file_that_cannot_be_read_is_reported_with_its_name(String text, String message) {
        assertThatThrownBy(() -> ForeignReader.parse("a.x", text))
                .isInstanceOf(WrongInput.class)
                .hasMessageStartingWith("a.x")
                .hasMessageContaining(message);
    }

    @Test
    void a_number_beyond_all_counts_is_reported() {
        var text = text("wrk.txt").replace("60000 requests", "9".repeat(40) + " requests");
        assertThatThrownBy(() -> ForeignReader.parse("a.txt", text))
                .isInstanceOf(WrongInput.class)
                .hasMessage("a.txt: a number of requests has 40 digits");
    }

    /// Each prefix of a file is read or reported: no other exception.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "jmh.json",
                "hyperfine.json",
                "k6-export.json",
                "k6-machine-readable.json",
                "wrk.txt",
                "wrk2.txt",
                "h2load.txt",
                "oha.json",
                "vegeta.json",
                "hey.txt",
                "ab.txt",
                "load.json"
            })
    void a_cut_file_is_read_or_reported(String file) {
        var text = text(file);
        for (int length = 0; length < text.length(); length += 7) {
            try {
                assertThat(ForeignReader.parse("cut", text.substring(0, length))).isNotEmpty();
            } catch (WrongInput e) {
                assertThat(e).hasMessageStartingWith("cut");
            }
        }
    }

    /// As Windows PowerShell writes it.
    @ParameterizedTest
    @ValueSource(strings = {"jmh.json", "wrk.txt"})
    void a_byte_order_mark_is_no_part_of_a_result(String file) throws IOException {
        var marked = Files.writeString(folder.resolve(file), "\uFEFF" + text(file));
        assertThat(ForeignReader.read(marked).getFirst().figures()).isEqualTo(read(file).figures());
    }

    @Test
    void a_file_that_is_missing_is_reported() {
        assertThatThrownBy(() -> ForeignReader.read(Path.of("no/such.json")))
                .isInstanceOf(WrongInput.class)
                .hasMessageContaining("no/such.json: cannot be read");
    }
}

package dev.loombench.result.foreign;

import static dev.loombench.result.foreign.ForeignFiles.assertValues;
import static dev.loombench.result.foreign.ForeignFiles.deciding;
import static dev.loombench.result.foreign.ForeignFiles.figure;
import static dev.loombench.result.foreign.ForeignFiles.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.result.foreign.ForeignResult.Failures;
import dev.loombench.result.foreign.ForeignResult.Warning;
import dev.loombench.text.WrongInput;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Files of JMH and hyperfine, in the forms that these write.
class BenchmarkResultsTest {
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

    /// Its own names of units, and what is no JSON where a value is missing.
    @Test
    void the_form_of_jmh_as_kotlinx_benchmark_writes_it_is_read() {
        var result =
                ForeignReader.parse(
                                "a.json",
                                """
                                [{"benchmark": "a.B.c", "mode": "thrpt", "advanced": {},
                                  "primaryMetric": {"score": 5, "scoreError": NaN,
                                                    "scoreConfidence": [NaN, NaN],
                                                    "scoreUnit": "ops/sec", "rawData": [[4, 6]]},
                                  "secondaryMetrics": {}},
                                 {"benchmark": "a.B.d", "mode": "avgt",
                                  "primaryMetric": {"scoreUnit": "sec/op", "rawData": [[NaN, 2]]}},
                                 {"benchmark": "a.B.e", "mode": "avgt",
                                  "primaryMetric": {"scoreUnit": "sec/op", "rawData": [[2]]}}]
                                """)
                        .getFirst();
        assertValues(figure(result, "a.B.c", "throughput"), 5);
        assertValues(figure(result, "a.B.e", "time"), 2e9);
        assertThat(result.leftOut()).containsExactly("time of a.B.d has no score");
    }

    /// One of three forks divided by 0 in an iteration.
    @Test
    void a_fork_of_jmh_without_a_score_is_named() {
        var result =
                ForeignReader.parse(
                                "a.json",
                                """
                                [{"benchmark": "a.B.c", "mode": "avgt", "forks": 3,
                                  "primaryMetric": {"scoreUnit": "ns/op",
                                                    "rawData": [[3, 3], [4, "NaN"], [5, 5]]}}]
                                """)
                        .getFirst();
        assertValues(figure(result, "a.B.c", "time"), 3, 5);
        assertThat(result.leftOut()).containsExactly("time of a.B.c has no score in 1 of 3 forks");
        assertThat(result.warnings()).isEmpty();
    }

    /// Which JMH itself warns of. All benchmarks share its JVM: it is one process.
    @Test
    void benchmarks_of_jmh_without_a_fork_have_its_warning() {
        var entry =
                """
                {"benchmark": "a.B.%s", "mode": "avgt", "forks": %d,
                 "primaryMetric": {"scoreUnit": "ns/op", "rawData": [[3]]}}
                """;
        var result =
                ForeignReader.parse(
                                "a.json",
                                "[%s, %s, %s]"
                                        .formatted(
                                                entry.formatted("c", 0),
                                                entry.formatted("d", 0),
                                                entry.formatted("e", 1)))
                        .getFirst();
        assertValues(figure(result, "a.B.c", "time"), 3);
        assertThat(result.warnings())
                .containsExactly(
                        new Warning(
                                "not-forked",
                                "2 benchmarks ran in the JVM of JMH itself (-f 0), which is for debugging only",
                                false));
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
}

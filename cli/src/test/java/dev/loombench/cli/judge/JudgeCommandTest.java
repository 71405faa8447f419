package dev.loombench.cli.judge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.cli.CommandFixture;
import dev.loombench.cli.console.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/// The command, from files to exit codes.
class JudgeCommandTest extends CommandFixture {
    @TempDir private Path folder;

    /// A result of hyperfine.
    private String hyperfine(String file, String command, double... times) throws IOException {
        return write(file, "{\"results\": [%s]}".formatted(result(command, times)));
    }

    private static String result(String command, double... times) {
        return "{\"command\": \"%s\", \"times\": %s}".formatted(command, Arrays.toString(times));
    }

    /// A result of wrk.
    private String wrk(String file, double throughput) throws IOException {
        return write(
                file,
                """
                Running 30s test @ http://127.0.0.1:8080/
                  2 threads and 100 connections
                  Latency Distribution
                     99%%    5.80ms
                  60000 requests in 30.00s, 17.76MB read
                Requests/sec:   %.2f
                """
                        .formatted(throughput));
    }

    private String write(String file, String text) throws IOException {
        return Files.writeString(folder.resolve(file), text).toString();
    }

    @Test
    void a_slower_command_exits_with_99() throws IOException {
        var base = hyperfine("base.json", "./old", 0.99, 1, 1.01);
        var head = hyperfine("head.json", "./new", 1.09, 1.1, 1.11);
        assertThat(execute("judge", base, head)).isEqualTo(ExitCode.THRESHOLD);
        assertThat(output())
                .contains("head.json compared with", "base.json (hyperfine)")
                .contains("Worse: ./new against ./old by time: 1.100× [")
                .contains("the files do not show that the two sides were measured in turn");
    }

    @Test
    void an_equal_command_exits_with_0() throws IOException {
        var base = hyperfine("base.json", "./old", 1, 1.001, 0.999);
        var head = hyperfine("head.json", "./new", 1, 1.001, 0.999);
        assertThat(execute("judge", base, head)).isEqualTo(ExitCode.OK);
        assertThat(output()).contains("Not worse: of 1 comparison, 0 better by 3 % or more");
    }

    @Test
    void two_commands_of_one_file_are_compared() throws IOException {
        var file =
                write(
                        "both.json",
                        "{\"results\": [%s, %s]}"
                                .formatted(
                                        result("./old", 0.99, 1, 1.01),
                                        result("./new", 1.09, 1.1, 1.11)));
        assertThat(execute("judge", file, "-o", "json")).isEqualTo(ExitCode.THRESHOLD);
        assertThat(json().at("/base/0").asString()).endsWith("both.json: ./old");
        assertThat(json().at("/comparisons/0/verdict").asString()).isEqualTo("worse");
    }

    /// Three commands, of which the third takes 10 % longer than the first.
    private String three() throws IOException {
        return write(
                "three.json",
                "{\"results\": [%s, %s, %s]}"
                        .formatted(
                                result("./old", 0.99, 1, 1.01),
                                result("./other", 5, 5.1, 5.2),
                                result("./new", 1.09, 1.1, 1.11)));
    }

    @Test
    void commands_of_a_file_are_chosen_by_number() throws IOException {
        var file = three();
        assertThat(execute("judge", file + "#1", file + "#3")).isEqualTo(ExitCode.THRESHOLD);
        assertThat(output()).contains("Worse: ./new against ./old by time: 1.100× [");
    }

    @Test
    void a_command_that_a_file_has_not_is_reported() throws IOException {
        var file = three();
        assertThat(execute("judge", file + "#1", file + "#4")).isEqualTo(ExitCode.USAGE);
        assertThat(execute("judge", file + "#1")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("three.json#4: the file holds 3 benchmarks or results");
    }

    @Test
    void a_file_of_three_commands_says_how_to_choose() throws IOException {
        assertThat(execute("judge", three())).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString())
                .contains("three.json holds 3 benchmarks or results")
                .contains("FILE#3 is the third command of a file");
    }

    @Test
    void a_command_and_its_file_are_no_two_results() throws IOException {
        var file = three();
        assertThat(execute("judge", "--base", file + "#1", file, "--head", file + "#3"))
                .isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("three.json is named twice for one side");
        assertThat(execute("judge", "--base", file + "#1", "--head", file + "#3"))
                .isEqualTo(ExitCode.THRESHOLD);
    }

    /// As where a job did not write the head again.
    @ParameterizedTest
    @ValueSource(strings = {"base.json", "./base.json", "copy.json", "link.json", "hard.json"})
    void a_result_is_not_compared_with_itself(String head) throws IOException {
        var base = hyperfine("base.json", "./a", 0.99, 1, 1.01);
        Files.copy(Path.of(base), folder.resolve("copy.json"));
        Files.createSymbolicLink(folder.resolve("link.json"), Path.of(base));
        Files.createLink(folder.resolve("hard.json"), Path.of(base));
        assertThat(execute("judge", base, folder + "/" + head)).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("hold the same result, so that nothing would be");
        var other = hyperfine("other.json", "./a", 1, 1.01);
        err.getBuffer().setLength(0);
        assertThat(execute("judge", "--base", base, folder + "/" + head, "--head", other))
                .isEqualTo(ExitCode.USAGE);
        assertThat(err.toString())
                .containsPattern("is named twice for one side|of one side hold the same result");
    }

    /// A result of JMH.
    private String jmh(String file, String... benchmarks) throws IOException {
        var entry =
                """
                {"benchmark": "%s", "mode": "avgt",
                 "primaryMetric": {"scoreUnit": "ns/op", "rawData": [[1], [1.01], [0.99]]}}
                """;
        return write(file, Stream.of(benchmarks).map(entry::formatted).toList().toString());
    }

    @Test
    void a_head_that_lacks_a_benchmark_is_undecided_unless_that_was_said() throws IOException {
        var base = jmh("base.json", "a.B.sort", "a.B.hash");
        var head = jmh("head.json", "a.B.sort");
        assertThat(execute("judge", base, head)).isEqualTo(ExitCode.UNDECIDED);
        assertThat(output()).contains("Undecided: the head lacks B.hash of the base", "--partial");
        assertThat(execute("judge", "--partial", base, head)).isEqualTo(ExitCode.OK);
    }

    @Test
    void two_benchmarks_of_jmh_are_compared_by_number_alone() throws IOException {
        var base = jmh("base.json", "a.B.sort");
        var head = jmh("head.json", "a.B.hash");
        assertThat(execute("judge", base, head)).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString())
                .contains("base has the benchmark a.B.sort, head has a.B.hash")
                .contains("as in head.json#1");
        assertThat(execute("judge", base + "#1", head + "#1", "-o", "json")).isEqualTo(ExitCode.OK);
        assertThat(json().at("/findings").toString()).contains("settings-differ", "benchmark");
    }

    /// Whichever is the base.
    @Test
    void results_of_two_tools_are_named_with_what_would_fit() throws IOException {
        var jmh = jmh("jmh.json", "a.B.sort");
        var hyperfine = hyperfine("hyperfine.json", "./a", 1, 2);
        for (var sides : List.of(List.of(jmh, hyperfine), List.of(hyperfine, jmh))) {
            assertThat(execute("judge", sides.getFirst(), sides.getLast()))
                    .isEqualTo(ExitCode.USAGE);
            assertThat(err.toString())
                    .contains("jmh.json", "hyperfine.json")
                    .contains("all of JMH", "all of hyperfine")
                    .doesNotContain("#1");
            err.getBuffer().setLength(0);
        }
    }

    @Test
    void a_file_whose_name_ends_in_a_number_is_itself() throws IOException {
        var base = hyperfine("run#1", "./old", 0.99, 1, 1.01);
        var head = hyperfine("run#2", "./new", 1.09, 1.1, 1.11);
        assertThat(execute("judge", base, head)).isEqualTo(ExitCode.THRESHOLD);
    }

    @Test
    void one_load_each_exits_with_4_and_says_why() throws IOException {
        assertThat(execute("judge", wrk("a.txt", 1_000), wrk("b.txt", 900)))
                .isEqualTo(ExitCode.UNDECIDED);
        assertThat(output())
                .contains("requests by throughput: no verdict on 0.900×")
                .contains("one load each (base, head)")
                .contains("no response times beyond p99")
                .contains("a closed loop, with coordinated omission");
    }

    @Test
    void several_loads_of_each_side_are_judged() throws IOException {
        assertThat(
                        execute(
                                "judge",
                                "--base",
                                wrk("a1.txt", 1_000),
                                wrk("a2.txt", 1_001),
                                wrk("a3.txt", 999),
                                "--head",
                                wrk("b1.txt", 900),
                                wrk("b2.txt", 901),
                                wrk("b3.txt", 899)))
                .isEqualTo(ExitCode.THRESHOLD);
        assertThat(output()).contains("Worse: requests by throughput: 0.900× [");
    }

    @Test
    void a_larger_margin_lets_a_difference_pass() throws IOException {
        var base = hyperfine("base.json", "./a", 0.999, 1, 1.001);
        var head = hyperfine("head.json", "./a", 1.049, 1.05, 1.051);
        assertThat(execute("judge", base, head)).isEqualTo(ExitCode.THRESHOLD);
        assertThat(execute("judge", "--margin", "10%", base, head)).isEqualTo(ExitCode.OK);
    }

    @Test
    void a_result_with_failures_exits_with_3() throws IOException {
        var base = hyperfine("base.json", "./a", 0.999, 1, 1.001);
        var head =
                write(
                        "head.json",
                        """
                        {"results": [{"command": "./a", "times": [1, 1.001, 0.999],
                                      "exit_codes": [0, 0, 127]}]}
                        """);
        assertThat(execute("judge", base, head)).isEqualTo(ExitCode.INVALID);
        assertThat(output()).contains("Invalid: 1 run (33.33 %) failed (head)");
    }

    /// The head's figures alone: mean 1.1 s, s = 0.01 s, t of 2 degrees of freedom 4.303: by 24.8
    /// ms.
    @Test
    void the_figures_of_the_head_go_to_bencher() throws IOException {
        var base = hyperfine("base.json", "./a", 0.99, 1, 1.01);
        var head = hyperfine("head.json", "./a", 1.09, 1.1, 1.11);
        var file = folder.resolve("bmf.json");
        execute("judge", base, head, "--export", "bencher=" + file);
        var latency = JsonMapper.shared().readTree(file).path("./a").path("latency");
        assertThat(latency.path("value").asDouble()).isBetween(1.0999e9, 1.1001e9);
        assertThat(latency.path("lower_value").asDouble()).isBetween(1.075e9, 1.0753e9);
        assertThat(latency.path("upper_value").asDouble()).isBetween(1.1247e9, 1.125e9);
        assertThat(latency.size()).isEqualTo(3);
    }

    @Test
    void a_single_value_has_no_limits_for_bencher() throws IOException {
        assertThat(execute("judge", wrk("a.txt", 1_000), wrk("b.txt", 900), "-o", "bencher"))
                .isEqualTo(ExitCode.UNDECIDED);
        var measures = json().path("requests");
        assertThat(measures.path("throughput").path("value").asDouble()).isEqualTo(900);
        assertThat(measures.path("throughput").has("lower_value")).isFalse();
        assertThat(measures.path("p99").path("value").asDouble()).isEqualTo(5.8e6);
    }

    @ParameterizedTest
    @CsvSource({
        "customBiggerIsBetter, requests throughput, 1/s",
        "customSmallerIsBetter, requests p99, ns"
    })
    void each_direction_has_a_form_for_github_action_benchmark(
            String format, String name, String unit) throws IOException {
        execute("judge", wrk("a.txt", 1_000), wrk("b.txt", 900), "-o", format);
        assertThat(json()).hasSize(1);
        var entry = json().path(0);
        assertThat(entry.path("name").asString()).isEqualTo(name);
        assertThat(entry.path("unit").asString()).isEqualTo(unit);
        assertThat(entry.path("extra").asString()).isEqualTo("1 load");
        assertThat(entry.has("range")).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "judge | judge takes BASE HEAD",
                "judge --base a.json | judge takes BASE HEAD",
                "judge a.json --base a.json --head b.json | judge takes BASE HEAD",
                "judge --margin 5 a.json b.json | --margin: \"5\" has no % sign",
                "judge --margin 0% a.json b.json | the margin must be above 0 %",
                "judge no.json no.json | no.json: cannot be read",
                "judge --base a.json ./a.json --head b.json | a.json is named twice for one side",
                "judge -o yaml a.json b.json | -o",
                "judge --export yaml=x a.json b.json | --export: no format \"yaml\""
            })
    void wrong_usage_exits_with_2(String line, String message) {
        assertThat(execute(line.split(" ", -1))).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains(message).doesNotContain("\tat ");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void a_file_of_one_command_is_no_comparison() throws IOException {
        assertThat(execute("judge", hyperfine("one.json", "./a", 1, 2))).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("holds 1 benchmarks or results; judge takes BASE HEAD");
    }
}

package dev.loombench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.cli.console.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// A search on a real server whose capacity cannot exceed a known rate, and mistakes.
///
/// Four threads that sleep for 25 ms serve at most 160 requests/s, on any machine. A busy machine
/// only lowers the capacity. Whether a result is valid depends on the machine, and is not tested.
class CapacityIT extends RunFixture {
    /// Share by which a window may exceed the limit, as its last requests may wait until after its
    /// end. With arrivals at equal gaps, request k of a window of 0.6 s at a rate r waits for at
    /// least k / 160 - k / r seconds; at 189/s, 90 % of them wait for less than 100 ms, and take
    /// less than 125 ms. At 195/s a quarter of them are slower.
    private static final double MORE = 1.22;

    private static final double MOST = 4 / 0.025;

    private int capacity(String... words) {
        var all = new ArrayList<>(List.of("capacity", "--results", folder + "/results"));
        all.addAll(List.of(words));
        return execute(all.toArray(String[]::new));
    }

    private Path experiment() throws IOException {
        return experiment(
                """
                question: How many requests hold the objective?
                variants:
                  - {server: jdk-httpserver, model: platform-pool, threads: 4, jvm: [-XX:TieredStopAtLevel=1]}
                load: {users: 4, path: "/sleep?ms=25"}
                phases: {warm-up: 500ms, measure: 1s}
                seed: 7
                expect: [jdk-httpserver platform-pool 4 capacity below 200]
                """);
    }

    /// It fails if the machine stands still for 0.1 s or more in most of the windows.
    @Test
    @Tag("alone")
    void the_capacity_of_a_pool_is_below_its_bound() throws IOException {
        int code =
                capacity(
                        experiment().toString(),
                        "--slo",
                        "p90<125ms",
                        "--processes",
                        "1",
                        "-d",
                        "600ms",
                        "-c",
                        "50",
                        "--arrival",
                        "constant",
                        "--hold-time",
                        "2s",
                        "--recovery",
                        "1s",
                        "--fail-if",
                        "capacity<1",
                        "-o",
                        "json");
        // One process gives no interval, so the claim is undecided.
        assertThat(code).as(err.toString()).isIn(ExitCode.UNDECIDED, ExitCode.INVALID);
        var result = json(out.toString());
        assertThat(result.at("/complete").asBoolean()).isTrue();
        assertThat(result.at("/claims/0/outcome").asString()).isEqualTo("no-evidence");
        var variant = result.at("/variants/0");
        assertThat(variant.at("/outcome").asString()).isIn("estimated", "held");
        assertThat(variant.at("/capacityPerSecond").asDouble()).isBetween(1.0, MORE * MOST);
        assertThat(variant.at("/boundBy").asString()).contains("its pool: 4 threads / ");
        assertThat(variant.at("/beyond/ratePerSecond").asDouble()).isPositive();
        assertThat(variant.at("/recovery/overloadSeconds").asDouble()).isEqualTo(1);
        for (var probe : variant.at("/probes")) {
            assertThat(probe.at("/ratePerSecond").asDouble()).isPositive();
            // No sleep is shorter than 25 ms.
            assertThat(probe.at("/figures/medianNanos").asLong()).isGreaterThan(24_900_000);
        }
        var folder = Path.of(result.at("/results").asString());
        assertThat(folder.resolve("capacity.json")).content().isEqualTo(out.toString());
        assertThat(Files.readAllLines(folder.resolve("probes.jsonl")))
                .hasSizeGreaterThanOrEqualTo(variant.at("/probes").size())
                .allSatisfy(line -> assertThat(json(line).at("/burn").asDouble()).isPositive());
        assertThat(folder.resolve("report.html")).content().contains("p90&lt;125ms", "isotonic");
        assertThat(processes()).isEmpty();
    }

    private List<String> processes() {
        return Stream.of(ProcessHandle.current())
                .flatMap(ProcessHandle::descendants)
                .map(p -> p.info().commandLine().orElse(""))
                .filter(line -> line.contains("jdk-httpserver") && line.contains("--threads 4"))
                .toList();
    }

    @Test
    void mistakes_are_explained() throws IOException {
        var file = experiment().toString();
        assertThat(capacity(file)).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("--slo");
        assertMistake("is no objective; expected p99<50ms", file, "--slo", "p99>5ms");
        assertMistake(
                "only --variant, --path and --warm-up", file, "--slo", "p99<5ms", "--jdk", "25");
        assertMistake("'capacity<1500'", file, "--slo", "p99<5ms", "--fail-if", "capacity>5");
        assertMistake("--arrival must be", file, "--slo", "p99<5ms", "--arrival", "bursts");
        var batch =
                Files.writeString(
                        folder.resolve("batch.yaml"),
                        Files.readString(experiment(POOL_AND_VIRTUAL))
                                .replace(
                                        "load: {users: 40, path: \"/sleep?ms=50\"}",
                                        "load: {held-connections: 10, path: /hello}"));
        assertMistake("holds connections", batch.toString(), "--slo", "p99<5ms");
        assertThat(folder.resolve("results")).doesNotExist();
    }

    @Test
    void a_run_leaves_claims_on_the_capacity_out() throws IOException {
        var words = new ArrayList<>(List.of("run", experiment().toString(), "-o", "json"));
        words.addAll(List.of("--trials", "2", "--duration", "300ms"));
        words.addAll(List.of("--results", folder + "/results"));
        execute(words.toArray(String[]::new));
        assertThat(err.toString()).contains("is not checked by a run; use loombench capacity");
        assertThat(json(out.toString()).at("/claims")).isEmpty();
    }

    private void assertMistake(String message, String... words) {
        err.getBuffer().setLength(0);
        assertThat(capacity(words)).as(err.toString()).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains(message);
    }
}

package dev.loombench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.PublishedSchema;
import dev.loombench.cli.console.ExitCode;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/// Batch experiments, from the file to the report.
class BatchRunIT extends RunFixture {
    @Test
    void a_batch_is_measured_from_the_start_to_the_end_of_its_program() throws Exception {
        experiment(
                """
                question: How long do 20 tasks take?
                variants:
                  - {server: executor, model: platform-pool, threads: 2, tasks: 20, work: /sleep?ms=10}
                  - {server: executor, model: virtual, jdk: %d, tasks: 20, work: /sleep?ms=10}
                load: {batch: {max: 1m}}
                trials: 2
                """
                        .formatted(Runtime.version().feature()));
        try (var lab = LabProcess.start(folder, "run", "mine.yaml", "--output", "json")) {
            lab.awaitResult();
            assertThat(PublishedSchema.OUTPUT.errors(lab.out())).isEmpty();
            var rows = json(lab.out()).at("/variants");
            // 20 tasks of 10 ms, two at a time; or all at once
            assertThat(rows.at("/0/elapsedMillis").asDouble()).isGreaterThanOrEqualTo(100);
            assertThat(rows.at("/1/elapsedMillis").asDouble()).isGreaterThanOrEqualTo(10);
            assertThat(rows.at("/0/throughputPerSecond").asDouble()).isLessThanOrEqualTo(200);
            for (var row : rows) {
                assertThat(row.at("/trialsCompleted").asInt()).isEqualTo(2);
                for (var key : new String[] {"/cpuPerRequestMicros", "/peakRssBytes", "/threads"}) {
                    assertThat(row.at(key).asDouble()).as(row.at("/name") + key).isPositive();
                }
            }
        }
        var run = onlyRun();
        var jdks = json(Files.readString(run.resolve("run.json"))).at("/jdks");
        assertThat(jdks.valueStream().map(jdk -> jdk.asString()))
                .hasSize(2)
                .allMatch(jdk -> jdk.contains(System.getProperty("java.home")));
        assertThat(run.resolve("report.html")).exists();
    }

    @Test
    void a_missing_jdk_is_reported_before_anything_starts() throws Exception {
        experiment(
                """
                question: Does it start?
                variants:
                  - {server: jvm-hello, model: main, jdk: 999}
                load: {batch: {}}
                """);
        try (var lab = LabProcess.start(folder, "run", "mine.yaml")) {
            assertThat(lab.exitCode()).isEqualTo(ExitCode.USAGE);
            assertThat(lab.err())
                    .contains("no JDK 999 on this machine", "found: ")
                    .contains(System.getProperty("java.home"));
        }
        assertThat(folder.resolve("results")).doesNotExist();
    }
}

package dev.loombench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.cli.console.ExitCode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuditCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir Path folder;

    @Test
    void the_published_table_contradicts_its_3000_users_and_its_percentiles_fall() {
        var table =
                Path.of(
                        System.getProperty("loombench.home"),
                        "experiments/articles/alibaba-2024/figures.yaml");
        assertThat(audit(table)).isEqualTo(ExitCode.THRESHOLD);
        assertThat(output())
                // 5,217 x 0.316 = 1,648.6; 624.5 x 2.66 = 1,661.2; 1,564.1 x 0.984 = 1,539.1;
                // 2,340 x 0.661 = 1,546.7; 5,281.3 x 0.31 = 1,637.2
                .contains(
                        "virtual: 5,217/s x 316 ms = 1,649 users in flight by Little's law,"
                                + " not the stated 3,000")
                .contains("= 1,661 users", "= 1,539 users", "= 1,547 users", "= 1,637 users")
                .contains(
                        "WebFlux: p90 (374 ms) is above p95 (321 ms): percentiles cannot decrease")
                .doesNotContain("the maximum of its pool");
        assertThat(output().split("above p95", -1)).hasSize(2);
    }

    @Test
    void figures_that_contradict_nothing_pass() throws IOException {
        assertThat(
                        audit(
                                """
                                source: a test
                                users: 100
                                think-time: 100ms
                                handler: 90ms
                                variants:
                                  - {name: pool, threads: 50, throughput: 500/s, mean: 100ms, p50: 99ms, p99: 300ms, max: 1s}
                                """))
                .isEqualTo(ExitCode.OK);
        assertThat(output()).contains("That does not prove them right");
    }

    @Test
    void a_mean_a_pool_and_a_handler_have_bounds() throws IOException {
        assertThat(
                        audit(
                                """
                                source: a test
                                handler: 100ms
                                variants:
                                  - {name: a, mean: 500ms, max: 400ms}
                                  - {name: b, mean: 200ms, p50: 600ms}
                                  - {name: c, threads: 10, throughput: 150/s}
                                  - {name: d, p99.9: 50ms}
                                """))
                .isEqualTo(ExitCode.THRESHOLD);
        assertThat(output())
                .contains("a: a mean of 500 ms is above the maximum of 400 ms")
                .contains("b: a mean of 200 ms is too low: with p50 600 ms it is at least 300 ms")
                .contains("c: 150/s is above the maximum of its pool: 10 threads / 100 ms = 100/s")
                .contains("d: a p99.9 of 50.0 ms is below the 100 ms that the handler takes");
    }

    /// 0.5 x 100 + 0.1 x (400 - 100) + 0.01 x (2,000 - 400) = 96 ms; no percentile alone gives more
    /// than 50 ms.
    @Test
    void a_mean_is_bounded_by_all_percentiles_together() throws IOException {
        assertThat(
                        audit(
                                """
                                source: a test
                                variants:
                                  - {name: low, mean: 80ms, p50: 100ms, p90: 400ms, p99: 2s}
                                  - {name: right, mean: 97ms, p50: 100ms, p90: 400ms, p99: 2s}
                                """))
                .isEqualTo(ExitCode.THRESHOLD);
        assertThat(output())
                .contains(
                        "low: a mean of 80.0 ms is too low: with p50 100 ms, p90 400 ms, p99 2.00 s"
                                + " it is at least 96.0 ms")
                .doesNotContain("right:");
    }

    @Test
    void a_wrong_key_is_reported_with_its_line_and_a_suggestion() throws IOException {
        assertThat(audit("source: a test\nuser: 3\nvariants:\n  - {name: a, p98: 3ms}\n"))
                .isEqualTo(ExitCode.USAGE);
        assertThat(err.toString())
                .contains("figures.yaml:2:1", "did you mean \"users\"?")
                .contains("figures.yaml:4:15", "a variant has no key \"p98\"");
    }

    @Test
    void a_table_without_variants_or_source_is_wrong() throws IOException {
        assertThat(audit("source: a test\nvariants: []\n")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("needs at least one variant");
        assertThat(audit("variants: [{name: a}]\n")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("needs the key \"source\"");
    }

    private int audit(String yaml) throws IOException {
        return audit(Files.writeString(folder.resolve("figures.yaml"), yaml));
    }

    private int audit(Path file) {
        return RootCommand.commandLine(new PrintWriter(out, true), new PrintWriter(err, true))
                .execute("audit", file.toString());
    }

    private String output() {
        return out.toString().replaceAll("\u001b\\[[0-9;]*m", "").replaceAll("\\s+", " ");
    }
}

package dev.loombench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.cli.console.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuditCommandTest extends CommandFixture {
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
                .contains("WebFlux: p90 (374 ms)", "p95 (321 ms)")
                .doesNotContain("the maximum of its pool");
        assertThat(output().split("above p95", -1)).hasSize(2);
    }

    @Test
    void figures_that_contradict_nothing_pass() throws IOException {
        assertPasses(
                """
                source: a test
                users: 100
                think-time: 100ms
                handler: 90ms
                variants:
                  - {name: pool, threads: 50, throughput: 500/s, mean: 100ms, p50: 99ms, p99: 300ms, max: 1s}
                """);
        assertThat(output()).contains("That does not prove them right");
    }

    @Test
    void a_mean_a_pool_and_a_handler_have_bounds() throws IOException {
        assertContradicted(
                """
                source: a test
                handler: 100ms
                variants:
                  - {name: a, mean: 500ms, max: 400ms}
                  - {name: b, mean: 200ms, p50: 600ms}
                  - {name: c, threads: 10, throughput: 150/s}
                  - {name: d, p99.9: 50ms}
                """);
        assertThat(output())
                .contains("a: ", "500 ms", "max 400 ms", "at most 400 ms")
                .contains("b: ", "200 ms", "p50 600 ms", "at least 300 ms")
                .contains("c: 150/s", "10 threads / 100 ms = 100/s")
                .contains("d: a p99.9 of 50.0 ms ", " 100 ms ");
    }

    /// 0.5 x 100 + 0.1 x (400 - 100) + 0.01 x (2,000 - 400) = 96 ms; no percentile alone gives more
    /// than 50 ms.
    @Test
    void a_mean_is_bounded_by_all_percentiles_together() throws IOException {
        assertContradicted(
                """
                source: a test
                variants:
                  - {name: low, mean: 80ms, p50: 100ms, p90: 400ms, p99: 2s}
                  - {name: right, mean: 97ms, p50: 100ms, p90: 400ms, p99: 2s}
                """);
        assertThat(output())
                .contains(
                        "low: a mean of 80.0 ms is too low: with p50 100 ms, p90 400 ms, p99 2.00 s"
                                + " it is at least 96.0 ms")
                .doesNotContain("right:");
    }

    /// 0.5 x 10 + 0.4 x 20 + 0.09 x 30 + 0.01 x 40 = 16.1 ms.
    @Test
    void percentiles_and_the_maximum_bound_the_mean_from_above() throws IOException {
        assertContradicted(
                """
                source: a test
                variants:
                  - {name: high, mean: 39ms, p50: 10ms, p90: 20ms, p99: 30ms, max: 40ms}
                  - {name: just too high, mean: 18ms, p50: 10ms, p90: 20ms, p99: 30ms, max: 40ms}
                  - {name: right, mean: 16ms, p50: 10ms, p90: 20ms, p99: 30ms, max: 40ms}
                  - {name: unbounded, mean: 39ms, p50: 10ms, p90: 20ms, p99: 30ms}
                """);
        assertThat(output())
                .contains(
                        "high: a mean of 39.0 ms is too high: with p50 10.0 ms, p90 20.0 ms,"
                                + " p99 30.0 ms, max 40.0 ms it is at most 16.1 ms",
                        "just too high: a mean of 18.0 ms")
                .doesNotContain("right:", "unbounded:");
    }

    /// Each user waits at least 200 ms for a response, so 2,000 users send at most 10,000/s. With
    /// half of the responses at 300 ms or more the mean is at least 150 ms; with none above 40 ms
    /// it is at most that.
    @Test
    void users_are_compared_without_a_mean() throws IOException {
        assertContradicted(
                """
                source: a test
                users: 2000
                variants:
                  - {name: handler, handler: 200ms, throughput: 19569/s, p95: 214ms}
                  - {name: possible, handler: 200ms, throughput: 9800/s, p95: 214ms}
                  - {name: median, throughput: 19569/s, p50: 300ms}
                  - {name: idle, throughput: 100/s, max: 40ms}
                  - {name: thinking, think-time: 1s, throughput: 3000/s}
                """);
        assertThat(output())
                .contains(
                        "handler: 19,569/s x 200 ms of the handler = 3,914 or more users in flight"
                                + " by Little's law, not the stated 2,000",
                        "median: 19,569/s x 150 ms or more by p50 300 ms = 2,935 or more users",
                        "idle: 100/s x 40.0 ms or less by max 40.0 ms = 4 or fewer users",
                        "thinking: 3,000/s x (0 ms + 1.00 s think time) = 3,000 or more users")
                .doesNotContain("possible:");
    }

    /// 3,000 users of 200 threads that are held for 300 ms: 667/s at most, and 4.5 s for each.
    @Test
    void the_users_of_a_pool_wait_for_one_another() throws IOException {
        assertContradicted(
                """
                source: a test
                users: 3000
                threads: 200
                handler: 300ms
                variants:
                  - {name: impossible, mean: 2660ms}
                  - {name: maximum, p99: 1s, max: 2s}
                  - {name: thinks too little, think-time: 1s, mean: 3.01s}
                  - {name: possible, mean: 4400ms}
                  - {name: thinks enough, think-time: 3s, mean: 1500ms}
                  - {name: unbounded, p99: 2s}
                """);
        assertThat(output())
                .contains(
                        "impossible: a mean of 2.66 s is too low: 3,000 users x 300 ms"
                                + " / 200 threads = 4.50 s or more",
                        "maximum: a mean of 1.01 s",
                        "p99 1.00 s, max 2.00 s",
                        "threads - 1.00 s think time = 3.50 s or more")
                .doesNotContain(" possible:", "thinks enough:", "unbounded:");
    }

    @Test
    void a_variant_may_have_its_own_users_think_time_and_handler() throws IOException {
        assertContradicted(
                """
                source: a test
                users: 100
                handler: 100ms
                variants:
                  - {name: own, users: 500, throughput: 1996/s, mean: 250ms}
                  - {name: of the table, throughput: 1996/s, mean: 250ms}
                  - {name: fast, handler: 10ms, throughput: 2000/s, mean: 50ms}
                  - {name: pausing, think-time: 1s, throughput: 80/s, mean: 250ms}
                """);
        assertThat(output())
                .contains("of the table: 1,996/s x 250 ms = 499 users")
                .doesNotContain("own:", "fast:", "pausing:");
    }

    /// A mean of 1 ms may be one of 1.9 ms whose digits were cut off: 1.9 ms x 50,000/s = 95 users.
    @Test
    void digits_that_were_not_published_are_no_contradiction() throws IOException {
        assertPasses(
                """
                source: a test
                users: 100
                variants:
                  - {name: cut off, handler: 1.5ms, throughput: 50000/s, mean: 1ms}
                  - {name: rounded, throughput: 50000/s, p50: 1.9ms, p90: 2ms, p95: 1.98ms, max: 3ms}
                  - {name: none, users: 1, throughput: 666666/s, mean: 0ms, p95: 0ms}
                """);
        assertContradicted(
                """
                source: a test
                users: 100
                variants:
                  - {name: contradiction, throughput: 40000/s, mean: 1ms}
                  - {name: order, p90: 2ms, p95: 1ms}
                  - {name: zero, handler: 100ms, p95: 0ms}
                """);
        assertThat(output())
                .contains(
                        "contradiction: 40,000/s x 1.00 ms = 40 users",
                        "order: p90 (2.00 ms)",
                        "p95 (1.00 ms)",
                        "zero: a p95 of 0 ms ");
    }

    @Test
    void a_percentile_that_repeats_the_mean_in_several_rows_is_one_objection() throws IOException {
        assertContradicted(
                """
                source: a test
                variants:
                  - {name: a, mean: 6.21ms, p99: 6.21ms}
                  - {name: b, mean: 413ms, p99: 413ms}
                  - {name: c, mean: 1.37ms, p99: 2.56ms}
                  - {name: d, mean: 28.75ms, p99: 28.75ms}
                  - {name: e, mean: 1.19ms, p99: 6.75ms}
                  - {name: f, mean: 665us, p99: 665us}
                """);
        assertThat(output())
                .contains(
                        "a, b, d and 1 more: p99 is the mean to the last digit in 4 of 6 rows, more"
                                + " than chance explains");
    }

    @Test
    void figures_are_read_as_articles_print_them() throws IOException {
        assertPasses(
                """
                source: a test
                users: 2,500
                variants:
                  - {name: commas, throughput: "2,226/s", p99: 2.8s}
                  - {name: about, throughput: ~13673/s, p99: 690ms}
                  - {name: zero, throughput: 666666/s, p95: 0ms, p99: <1ms}
                  - name: words
                    throughput: ~1,996 req/s
                    mean: 1 253 ms
                    p99: "1,300ms"
                """);
    }

    /// In braces the comma ends the value, and the rest is a key.
    @Test
    void a_comma_in_braces_needs_quotes() throws IOException {
        assertThat(audit("source: a\nvariants:\n  - {name: a, throughput: 2,226/s, p99: 3ms}\n"))
                .isEqualTo(ExitCode.USAGE);
        assertThat(err.toString())
                .contains("figures.yaml:3:", "\"226/s\"")
                .doesNotContain("has no key");
    }

    @Test
    void a_table_of_a_thousand_rows_is_read() throws IOException {
        var table = new StringBuilder("source: a test\nvariants:\n");
        for (int i = 0; i < 1_108; i++) {
            table.append(
                    "  - {name: r%d, users: %d, throughput: %d/s, mean: 500ms, p99: 900ms}%n"
                            .formatted(i, 500 + i, 1_000 + 2 * i));
        }
        assertThat(audit(table.toString())).isEqualTo(ExitCode.OK);
    }

    @Test
    void a_wrong_key_is_reported_with_its_line_and_a_suggestion() throws IOException {
        assertThat(audit("source: a test\nuser: 3\nvariants:\n  - {name: a, p98: 3ms}\n"))
                .isEqualTo(ExitCode.USAGE);
        assertThat(err.toString())
                .contains("figures.yaml:2:1", "did you mean \"users\"?")
                .contains("figures.yaml:4:15", "\"p98\"");
    }

    @Test
    void a_table_without_variants_or_source_is_wrong() throws IOException {
        assertThat(audit("source: a test\nvariants: []\n")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("at least one variant");
        assertThat(audit("variants: [{name: a}]\n")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("\"source\"");
    }

    private void assertContradicted(String yaml) throws IOException {
        assertThat(audit(yaml)).isEqualTo(ExitCode.THRESHOLD);
    }

    private void assertPasses(String yaml) throws IOException {
        assertThat(audit(yaml)).isEqualTo(ExitCode.OK);
    }

    private int audit(String yaml) throws IOException {
        return audit(Files.writeString(folder.resolve("figures.yaml"), yaml));
    }

    private int audit(Path file) {
        return execute("audit", file.toString());
    }
}

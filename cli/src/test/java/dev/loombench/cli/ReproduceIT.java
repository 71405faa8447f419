package dev.loombench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.cli.console.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/// A reproduction of a small article from end to end: real servers, and a lab in a separate process
/// that is interrupted and resumed.
class ReproduceIT {
    private static final String WAITS =
            """
            question: Does a pool limit waiting requests?
            variants:
              - {name: pool, server: jdk-httpserver, model: platform-pool, threads: 4, jvm: [-XX:TieredStopAtLevel=1]}
              - {name: virtual, server: jdk-httpserver, model: virtual, jdk: JDK_HERE, jvm: [-XX:TieredStopAtLevel=1]}
            load: {users: 40, path: "/sleep?ms=20"}
            phases: {warm-up: 500ms, measure: 500ms}
            trials: 4
            expect:
              - {claim: virtual throughput above 2x pool, article: ten times as many}
              - {claim: virtual throughput below pool, article: fewer}
            """;
    private static final String LACKS =
            """
            question: Does a missing JDK stop the rest?
            variants:
              - {name: none, server: jdk-httpserver, model: virtual, jdk: /no/such/folder}
              - {name: some, server: jdk-httpserver, model: virtual, jvm: [-XX:TieredStopAtLevel=1]}
            load: {users: 1, path: /hello}
            phases: {warm-up: 500ms, measure: 500ms}
            trials: 2
            expect:
              - none throughput above some
            """;

    @TempDir private Path folder;

    @Test
    void an_interrupted_reproduction_resumes_and_evaluates_every_claim() throws Exception {
        var article = Files.createDirectories(folder.resolve("mine/small-2026"));
        Files.writeString(article.resolve("article.yaml"), "title: Small\nby: ourselves\n");
        Files.writeString(article.resolve("lacks.yaml"), LACKS);
        var jdk = folder.resolve("jdk");
        Files.createSymbolicLink(jdk, Path.of(System.getProperty("java.home")));
        Files.writeString(article.resolve("waits.yaml"), WAITS.replace("JDK_HERE", jdk.toString()));
        Path reproduction;
        try (var lab = LabProcess.start(folder, "reproduce", "--quick", "--articles", "mine")) {
            lab.awaitTrials(1);
            var servers = lab.servers();
            lab.signal("INT");
            assertThat(lab.exitCode()).as(lab.err()).isEqualTo(ExitCode.INTERRUPTED);
            LabProcess.awaitGone(servers);
            reproduction = only(folder.resolve("results/reproduce"));
            assertThat(lab.err())
                    .contains("for all)")
                    .contains("loombench reproduce --resume results/reproduce/");
        }
        Files.delete(jdk);
        try (var lab = resumed(reproduction)) {
            assertThat(lab.exitCode()).as("the JDK is missing now").isEqualTo(ExitCode.USAGE);
            assertThat(lab.err()).contains(jdk.toString());
        }
        Files.createSymbolicLink(jdk, Path.of(System.getProperty("java.home")));
        try (var lab = resumed(reproduction)) {
            assertThat(lab.exitCode()).as(lab.err()).isIn(ExitCode.OK, ExitCode.INVALID);
            assertThat(lab.err()).contains("2 finished earlier"); // both of the block
            try (var runs = Files.list(reproduction.resolve("small-2026/waits"))) {
                assertThat(runs.filter(Files::isDirectory)).as("the same run").hasSize(1);
            }
            var json = JsonMapper.shared().readTree(lab.out());
            var experiments = json.at("/articles/0/experiments");
            assertThat(experiments.at("/0/claims/0/status").asString()).isEqualTo("untested");
            assertThat(experiments.at("/0/claims/0/sentence").asString())
                    .contains("/no/such/folder");
            assertThat(experiments.at("/0/run").isNull()).isTrue();
            assertThat(experiments.at("/1/adjustments/0").asString()).contains("trials");
            // 4 threads against 40 users
            assertThat(experiments.at("/1/claims/0/status").asString())
                    .isIn("supported", "invalid", "undecided");
            assertThat(experiments.at("/1/claims/1/status").asString())
                    .isIn("contradicted", "invalid", "undecided");
            assertThat(experiments.at("/1/claims/0/article").asString())
                    .isEqualTo("ten times as many");
            for (var page : List.of("summary.html", "summary.md", "small-2026.html")) {
                assertThat(reproduction.resolve(page)).content().contains("ten times as many");
            }
            var run = reproduction.resolve(experiments.at("/1/run").asString());
            assertThat(run.resolve("report.html")).exists();
            assertThat(run.resolve("run.json")).content().contains("\"adjustments\" : [ \"trials");
            try (var again = resumed(reproduction)) {
                assertThat(again.exitCode()).isEqualTo(lab.exitCode());
                assertThat(again.out()).as("reported from disk").isEqualTo(lab.out());
            }
        }
    }

    private LabProcess resumed(Path reproduction) throws IOException {
        var name = folder.relativize(reproduction).toString();
        return LabProcess.start(folder, "reproduce", "--resume", name, "--output", "json");
    }

    private static Path only(Path parent) throws IOException {
        try (var children = Files.list(parent)) {
            return children.reduce(
                            (a, b) -> {
                                throw new AssertionError(a + " and " + b);
                            })
                    .orElseThrow();
        }
    }
}

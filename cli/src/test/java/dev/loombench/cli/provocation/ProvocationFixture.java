package dev.loombench.cli.provocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.loombench.SampleJar;
import dev.loombench.analysis.Analysis;
import dev.loombench.analysis.finding.ResultFinding;
import dev.loombench.analysis.validity.machine.CpuContentionDuring;
import dev.loombench.experiment.yaml.ExperimentReader;
import dev.loombench.finding.Severity;
import dev.loombench.launch.ServerLauncher;
import dev.loombench.launch.Zoo;
import dev.loombench.load.result.LoadResult;
import dev.loombench.result.TrialOutcome;
import dev.loombench.result.store.ResultStore;
import dev.loombench.result.store.StoredRun;
import dev.loombench.run.ExperimentRunner;
import dev.loombench.run.OtherRun;
import dev.loombench.run.RunEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/// Real servers that provoke findings: each is measured, stored on disk and found there.
///
/// Findings that a test must not provoke on a machine (swapping, stolen time, lost segments) are in
/// the tests of `analysis.validity`, two concurrent labs in `RunIT`, and failures of a whole run in
/// `RunFailuresIT`.
abstract class ProvocationFixture {
    static final Path REAL = Path.of(System.getProperty("loombench.home"));
    @TempDir static Path home;
    static Path lastRun = Path.of("");
    static ServerLauncher launcher;
    static ExperimentReader reader;

    @BeforeAll
    static void createZoo() throws IOException {
        var zoo = Files.createDirectories(home.resolve("zoo"));
        for (var real : List.of("tomcat", "jdk-httpserver")) {
            Files.createSymbolicLink(zoo.resolve(real), REAL.resolve("zoo", real).toAbsolutePath());
        }
        var folder = Files.createDirectory(zoo.resolve("provoking"));
        SampleJar.ofClasses(folder.resolve("server.jar"), Map.of(), ProvokingServer.class);
        var models =
                ProvokingServer.MODELS.stream()
                        .map("\"%s\": {\"about\": \"Is it.\", \"threads\": \"bounded\"}"::formatted)
                        .collect(Collectors.joining(", "));
        Files.writeString(
                folder.resolve("server.json"),
                """
                {"name": "provoking", "about": "Provokes findings.", "main": "%s",
                 "jar": "server.jar", "jvm": ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"], "models": {%s}}
                """
                        .formatted(ProvokingServer.class.getName(), models));
        launcher = new ServerLauncher(Zoo.at(home));
        reader = new ExperimentReader(Zoo.at(home).servers());
    }

    @AfterAll
    static void stop() {
        launcher.close();
    }

    /// The load results of a variant in the last run.
    static List<LoadResult> loadsOf(String variant) {
        return ResultStore.read(lastRun).trials().stream()
                .filter(t -> t.trial().variant().equals(variant))
                .map(t -> ((TrialOutcome.Completed) t.outcome()).load())
                .toList();
    }

    static List<ResultFinding> provoked(String model, String load)
            throws IOException, InterruptedException {
        return provoked(model, load, "");
    }

    static List<ResultFinding> provoked(String model, String load, String more)
            throws IOException, InterruptedException {
        return findings(
                experiment(
                                "provoking, model: " + model,
                                load + ", path: /",
                                "warm-up: 500ms, measure: 1s")
                        + more);
    }

    static String experiment(String server, String load, String phases) {
        return """
        question: What is wrong here?
        variants: [{server: %s}]
        load: {%s}
        phases: {%s}
        trials: 1
        """
                .formatted(server, load, phases);
    }

    /// The findings of one run, from disk. On a busy machine a server may fail to start; then the
    /// run is repeated once.
    static List<ResultFinding> findings(String yaml) throws IOException, InterruptedException {
        for (int attempt = 1; ; attempt++) {
            var stored = run(yaml);
            if (stored.trials().stream()
                    .noneMatch(t -> t.outcome() instanceof TrialOutcome.Failed)) {
                return Analysis.of(stored).findings();
            }
            assertThat(attempt).as("attempts; the last one left %s", stored.trials()).isLessThan(2);
        }
    }

    /// Runs an experiment, and reads it from disk.
    static StoredRun run(String yaml) throws IOException, InterruptedException {
        return run(yaml, _ -> {});
    }

    /// @param listener may end the run by an exception
    static StoredRun run(String yaml, Consumer<RunEvent> listener)
            throws IOException, InterruptedException {
        var experiment = reader.read(Files.writeString(home.resolve("provoked.yaml"), yaml));
        try (var runner = new ExperimentRunner(launcher, OtherRun.REFUSE, listener)) {
            lastRun = runner.run(experiment, home.resolve("results"));
        }
        return ResultStore.read(lastRun);
    }

    /// Requires a finding, except where it is missing beside programs that, as the lab says, used
    /// the processors within the window.
    static void assertFound(List<ResultFinding> findings, Class<? extends ResultFinding> type) {
        if (findings.stream().noneMatch(type::isInstance)) {
            assumeThat(findings)
                    .as("a quiet machine")
                    .doesNotHaveAnyElementsOfTypes(CpuContentionDuring.class);
        }
        assertThat(findings).hasAtLeastOneElementOfType(type);
    }

    static List<ResultFinding> invalid(List<ResultFinding> findings) {
        return findings.stream().filter(f -> f.severity() == Severity.INVALID).toList();
    }
}

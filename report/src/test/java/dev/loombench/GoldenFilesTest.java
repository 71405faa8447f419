package dev.loombench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.analysis.Analysis;
import dev.loombench.experiment.Claim;
import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.Metric;
import dev.loombench.report.Reported;
import dev.loombench.result.Reproduction;
import dev.loombench.result.RunManifest;
import dev.loombench.result.TrialResult;
import dev.loombench.result.store.ReproductionStore;
import dev.loombench.result.store.ResultStore;
import dev.loombench.traffic.ErrorPolicy;
import dev.loombench.traffic.LoadModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The names in all files that a run writes, compared with golden files.
///
/// After an intended change of format, run the test with `-Dgolden.write=true`, review the
/// difference, and increase the version of the format.
class GoldenFilesTest {
    private static final Path GOLDEN =
            Path.of(System.getProperty("loombench.home"), "report/src/test/resources/golden");
    private static final boolean WRITE = Boolean.getBoolean("golden.write");

    @TempDir private Path folder;

    record Sample(String name, RunManifest manifest, List<TrialResult> trials) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Sample> samples() {
        return Stream.of(
                new Sample("run", SampleRun.manifest(), SampleRun.trials()),
                ofExperiment("claims", SampleRun.experiment(claims())),
                ofExperiment(
                        "held", SampleRun.experiment(new LoadModel.HeldConnections(400, 1_000))),
                ofExperiment(
                        "errors-expected",
                        SampleRun.experiment(
                                new LoadModel.Closed(400, Duration.ZERO), ErrorPolicy.EXPECTED)),
                ofExperiment("endpoints", SampleEndpoints.experiment()),
                new Sample("counted", SampleCounted.manifest(), SampleCounted.trials()),
                new Sample("batch", SampleBatch.manifest(), SampleBatch.trials()));
    }

    private static Sample ofExperiment(String name, Experiment experiment) {
        return new Sample(name, SampleRun.manifest(experiment), SampleRun.trials());
    }

    private static List<Claim> claims() {
        return List.of(
                new Claim(
                        SampleRun.VIRTUAL + " throughput above 900",
                        SampleRun.VIRTUAL,
                        Metric.THROUGHPUT,
                        new Claim.Relation.Above(),
                        new Claim.Target.FixedValue(900),
                        Optional.empty()));
    }

    @ParameterizedTest
    @MethodSource("samples")
    void the_names_in_the_files_of_a_run_are_stable(Sample sample) throws IOException {
        var written = write(folder, sample);
        var golden = golden(sample.name(), "names");
        assertThat(shape(written)).isEqualTo(stored(golden, "files.txt", shape(written)));
    }

    @ParameterizedTest
    @MethodSource("samples")
    void a_stored_run_is_read(Sample sample) throws IOException {
        var golden = golden(sample.name(), "folder");
        if (WRITE) {
            copy(write(folder, sample), golden);
        }
        var run = ResultStore.read(golden);
        assertThat(run.damage()).isEmpty();
        assertThat(run.manifest()).isEqualTo(sample.manifest());
        assertThat(run.trials()).isEqualTo(sample.trials());
    }

    @ParameterizedTest
    @MethodSource("samples")
    void a_report_is_stable(Sample sample) throws IOException {
        var analysis = Analysis.of(sample.manifest(), sample.trials());
        var results = Path.of("results/sample/then");
        var golden = golden(sample.name(), "report");
        var json = Reported.json(analysis, results);
        var csv = String.join("\n", Reported.csv(analysis, results));
        var markdown = String.join("\n", Reported.markdown(analysis));
        assertThat(json).isEqualTo(stored(golden, "report.json", json));
        assertThat(csv).isEqualTo(stored(golden, "report.csv", csv));
        assertThat(markdown).isEqualTo(stored(golden, "report.md", markdown));
    }

    @Test
    void a_reproduction_summary_is_stable() throws IOException {
        var claims =
                SampleReproduction.of(
                        SampleReproduction.attempt(claims()),
                        SampleReproduction.lacking(claims(), "no Rust on this machine"));
        var json = Reported.json(claims, Path.of("results/reproduce/then"));
        var golden = golden("reproduction", "report");
        assertThat(json).isEqualTo(stored(golden, "summary.json", json));
    }

    @Test
    void a_stored_reproduction_is_read() throws IOException {
        var plan = SampleReproduction.of(SampleReproduction.attempt(claims())).plan();
        var golden = golden("reproduction", "folder");
        if (WRITE) {
            try (var store = ReproductionStore.create(folder, plan)) {
                var ended = new Reproduction.Ended(Optional.of("a/run"), Map.of("b", "why"));
                store.recordEnd(plan.experiments().getFirst(), ended);
                copy(store.folder(), golden);
            }
        }
        try (var store = ReproductionStore.open(golden)) {
            assertThat(store.plan()).isEqualTo(plan);
            assertThat(store.ended(plan.experiments().getFirst()))
                    .contains(new Reproduction.Ended(Optional.of("a/run"), Map.of("b", "why")));
        } finally {
            Files.deleteIfExists(golden.resolve("run.lock"));
        }
    }

    private static Path golden(String sample, String part) throws IOException {
        return Files.createDirectories(GOLDEN.resolve(sample).resolve(part));
    }

    private static String stored(Path golden, String file, String now) throws IOException {
        if (WRITE) {
            Files.writeString(golden.resolve(file), now);
        }
        return Files.readString(golden.resolve(file));
    }

    private static Path write(Path results, Sample sample) throws IOException {
        try (var store = ResultStore.create(results, sample.manifest())) {
            for (var trial : sample.trials()) {
                store.newTrialFolder(trial.trial());
                store.append(trial);
            }
            return store.folder();
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        try (var files = Files.walk(from)) {
            for (var file : files.filter(Files::isRegularFile).toList()) {
                if (!file.getFileName().toString().equals("run.lock")) {
                    var target = to.resolve(from.relativize(file).toString());
                    Files.createDirectories(target.getParent());
                    Files.write(target, Files.readAllBytes(file));
                }
            }
        }
    }

    /// The names and types of all values in each file, one per line, without the values.
    private static String shape(Path run) throws IOException {
        var lines = new TreeSet<String>();
        try (var files = Files.walk(run)) {
            for (var file : files.filter(Files::isRegularFile).toList()) {
                var name = run.relativize(file).toString().replaceAll("trial-\\d+", "trial-N");
                lines.add(name);
                if (name.endsWith(".json")) {
                    names(name, JsonMapper.shared().readTree(file), lines);
                } else if (name.endsWith(".jsonl")) {
                    Files.readAllLines(file)
                            .forEach(l -> names(name, JsonMapper.shared().readTree(l), lines));
                } else if (name.endsWith(".csv")) {
                    lines.add(name + " " + Files.readAllLines(file).getFirst());
                }
            }
        }
        return String.join("\n", lines) + "\n";
    }

    private static void names(String at, JsonNode node, Set<String> lines) {
        if (node.isObject()) {
            node.propertyStream().forEach(e -> names(at + " /" + e.getKey(), e.getValue(), lines));
        } else if (node.isArray()) {
            node.forEach(item -> names(at + "[]", item, lines));
        } else {
            lines.add(at + " " + node.getNodeType());
        }
    }
}

package dev.loombench.cli.plan;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.loombench.cli.CommandFixture;
import dev.loombench.cli.console.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/// Manifests against the published schemas of Kubernetes, which the Python package
/// `kubernetes-validate` contains, a download of 108 MB that is installed below `target`. Run with
/// `-Dloombench.proof=long`; skipped where it cannot be installed.
@EnabledIfSystemProperty(named = "loombench.proof", matches = "long")
class PlanSchemasIT extends CommandFixture {
    private static final String PACKAGE = "kubernetes-validate==1.37.0";
    private static final Path INSTALLED =
            Path.of(System.getProperty("loombench.home"), "cli/target/kubernetes-validate")
                    .toAbsolutePath();

    @TempDir private Path folder;

    @BeforeAll
    static void install() throws Exception {
        if (!Files.isDirectory(INSTALLED.resolve("kubernetes_validate"))) {
            var problem =
                    execute(
                            List.of(
                                    "python3",
                                    "-m",
                                    "pip",
                                    "install",
                                    "--quiet",
                                    "--disable-pip-version-check",
                                    "--no-input",
                                    "--retries=0",
                                    "--timeout=10",
                                    "--target",
                                    INSTALLED.toString(),
                                    PACKAGE));
            assumeTrue(problem.isEmpty(), () -> "kubernetes-validate: " + problem);
        }
    }

    @Test
    void an_experiment_and_a_load_fit_the_schemas() throws Exception {
        var key = Files.writeString(folder.resolve("key"), "k".repeat(40));
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
        var experiment = plan("experiment.yaml", "quickstart", "--load-agents=3");
        var load = plan("load.yaml", "http://shop:8080/", "--include-key=" + key);
        assertThat(validate(experiment, load)).isEmpty();
    }

    @Test
    void the_schemas_notice_a_wrong_key() throws Exception {
        var wrong = plan("wrong.yaml", "quickstart");
        Files.writeString(
                wrong, Files.readString(wrong).replace("completionMode:", "completionKind:"));
        assertThat(validate(wrong)).contains("completionKind");
    }

    private Path plan(String file, String... words) {
        var path = folder.resolve(file);
        var all = new ArrayList<>(List.of("plan", "--kubernetes", "--image=a", "--write=" + path));
        all.addAll(List.of(words));
        assertThat(execute(all.toArray(String[]::new))).as("%s", err).isEqualTo(ExitCode.OK);
        return path;
    }

    /// @return the problems; empty when there is none
    private static String validate(Path... files) throws Exception {
        var command =
                new ArrayList<>(
                        List.of(
                                "python3",
                                "-c",
                                "import sys; from kubernetes_validate.__main__ import main; sys.exit(main())",
                                "--strict",
                                "--quiet"));
        for (var file : files) {
            command.add(file.toString());
        }
        return execute(command);
    }

    /// @return what it printed, or its exit code; empty when it succeeded
    private static String execute(List<String> command) throws IOException, InterruptedException {
        var builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("PYTHONPATH", INSTALLED.toString());
        try {
            var process = builder.start();
            var output = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
            int code = process.waitFor();
            return code == 0 ? "" : "exit code %d: %s".formatted(code, output);
        } catch (IOException e) {
            return String.valueOf(e.getMessage());
        }
    }
}

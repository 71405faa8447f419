import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// One run of an experiment by `loombench`, kept in a file, so that a proof that was stopped
/// continues after it.
///
/// @param experiment its text
/// @param exit code of the command
/// @param seconds that it took
/// @param message last lines of standard error
/// @param report on standard output; null without one
record SuiteRun(String experiment, int exit, double seconds, String message, JsonNode report) {
    private static final JsonMapper JSON = new JsonMapper();

    /// The run that a file holds, if it is one of this experiment.
    static Optional<SuiteRun> read(Path file, String experiment) throws IOException {
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        var run = JSON.readValue(Files.readString(file), SuiteRun.class);
        return Optional.of(run).filter(r -> r.experiment.equals(experiment));
    }

    /// Runs the experiment and writes the file, at once and as a whole.
    ///
    /// @param name of the experiment
    static SuiteRun measure(Path home, Path results, String name, String experiment, Path file)
            throws IOException, InterruptedException {
        Files.createDirectories(file.getParent());
        var yaml = file.resolveSibling(name + ".yaml");
        Files.writeString(yaml, experiment);
        var errors = file.resolveSibling(name + ".log");
        long started = System.nanoTime();
        var process =
                new ProcessBuilder(
                                home.resolve("loombench").toString(),
                                "run",
                                "--wait",
                                "--output=json",
                                "--results=" + results,
                                yaml.toString())
                        .redirectError(errors.toFile())
                        .start();
        // SIGTERM: the lab stops its servers and keeps the finished trials.
        var end = new Thread(process::destroy);
        Runtime.getRuntime().addShutdownHook(end);
        var output = new String(process.getInputStream().readAllBytes());
        int exit = process.waitFor();
        Runtime.getRuntime().removeShutdownHook(end);
        var run =
                new SuiteRun(
                        experiment,
                        exit,
                        (System.nanoTime() - started) / 1e9,
                        lastLines(Files.readAllLines(errors)),
                        output.isBlank() ? JSON.nullNode() : JSON.readTree(output));
        var partial = file.resolveSibling(file.getFileName() + ".part");
        Files.writeString(partial, JSON.writeValueAsString(run));
        Files.move(partial, file, StandardCopyOption.ATOMIC_MOVE);
        return run;
    }

    private static String lastLines(List<String> lines) {
        return String.join("\n", lines.subList(Math.max(0, lines.size() - 5), lines.size()));
    }

    /// Whether the lab refused the experiment before it started anything.
    boolean refused() {
        return exit == 2;
    }

    /// Whether there is a report to read.
    boolean measured() {
        return report.has("variants");
    }

    /// The mode of its blocks, as in `sequential`; empty without a report.
    String mode() {
        return report.at("/mode/mode").asString("");
    }

    /// Why it is not interleaved; empty where it is.
    String modeReason() {
        return report.at("/mode/reason").asString("");
    }
}

package dev.loombench.launch;

import dev.loombench.launch.limit.PathLookup;
import dev.loombench.launch.limit.UnmetRequirement;
import dev.loombench.launch.process.output.LineSplitter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// The build of a server's binary or runtime with the tool that its description names.
///
/// The tool's output is kept in the server's `target` until a build succeeds.
record ServerBuild(String server, BuildSpec spec) {
    /// Time limit: enough to download some hundred MB over a slow line.
    private static final long TIMEOUT_MINUTES = 30;

    /// Maven's mark of an error; the lines after the first one are hints.
    private static final String ERROR_MARK = "[ERROR]";

    /// The reason why it is unavailable on this machine, as far as it is known without a build.
    Optional<UnmetRequirement> unmetRequirement() {
        if (spec.isBuilt()) {
            return Optional.empty();
        }
        if (PathLookup.find(tool()).isEmpty()) {
            return Optional.of(noTool());
        }
        return Files.isRegularFile(log()) ? Optional.of(failed()) : Optional.empty();
    }

    /// Brings the output up to date. Without the tool, an output that was built before is used.
    ///
    /// @return the reason when it is unavailable
    Optional<UnmetRequirement> execute() throws InterruptedException {
        if (spec.isComplete() || PathLookup.find(tool()).isEmpty()) {
            return unmetRequirement();
        }
        try {
            Files.createDirectories(log().getParent());
            if (!succeeds()) {
                return Optional.of(failed());
            }
            Files.delete(log());
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot build " + server, e);
        }
    }

    private boolean succeeds() throws IOException, InterruptedException {
        var builder =
                new ProcessBuilder(spec.command())
                        .directory(spec.folder().toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(log().toFile());
        // A build in Java uses the lab's JDK.
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        var process = builder.start();
        try {
            process.getOutputStream().close();
            return process.waitFor(TIMEOUT_MINUTES, TimeUnit.MINUTES)
                    && process.exitValue() == 0
                    && spec.isBuilt();
        } catch (InterruptedException e) {
            Files.deleteIfExists(log()); // an interrupted build is no failure
            throw e;
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    private UnmetRequirement noTool() {
        return new UnmetRequirement(
                "no program %s on the PATH".formatted(tool()),
                "the build tool of " + server,
                "install it, or remove " + server + " from the experiment");
    }

    private UnmetRequirement failed() {
        return new UnmetRequirement(
                "%s could not build %s: \"%s\"".formatted(tool(), server, errorLine()),
                "a build that succeeds",
                "see " + log());
    }

    /// The first line that is marked as an error, or else the last line.
    private String errorLine() {
        try (var lines = Files.lines(log(), StandardCharsets.ISO_8859_1)) {
            return lines.filter(line -> !line.isBlank())
                    .reduce((kept, next) -> kept.startsWith(ERROR_MARK) ? kept : next)
                    .map(line -> LineSplitter.printable(line.strip()))
                    .orElse("");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String tool() {
        return spec.command().getFirst();
    }

    private Path log() {
        return spec.folder().resolve("target", "build.log");
    }
}

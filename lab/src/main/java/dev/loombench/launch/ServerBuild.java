package dev.loombench.launch;

import dev.loombench.launch.process.LineSplitter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// Makes what a server needs with the tool that its description names.
///
/// The tool's words are kept in the server's `target` until it succeeds.
record ServerBuild(String server, BuildSpec onDemand) {
    /// Enough to fetch some hundred MB over a slow line.
    private static final long MINUTES = 30;

    /// What Maven puts before what went wrong; hints follow it.
    private static final String MARKED = "[ERROR]";

    /// Why it cannot be had on this machine, as far as can be told without building it.
    Optional<UnmetRequirement> hindrance() {
        if (onDemand.isThere()) {
            return Optional.empty();
        }
        if (PathLookup.find(tool()).isEmpty()) {
            return Optional.of(noTool());
        }
        return Files.isRegularFile(log()) ? Optional.of(failed()) : Optional.empty();
    }

    /// Returns when it is there and up to date, or cannot be had. Without the tool, one that was
    /// made before will do.
    Optional<UnmetRequirement> carryOut() throws InterruptedException {
        if (onDemand.isSettled() || PathLookup.find(tool()).isEmpty()) {
            return hindrance();
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
                new ProcessBuilder(onDemand.build())
                        .directory(onDemand.folder().toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(log().toFile());
        // A build in Java takes the lab's own JDK.
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        var process = builder.start();
        try {
            process.getOutputStream().close();
            return process.waitFor(MINUTES, TimeUnit.MINUTES)
                    && process.exitValue() == 0
                    && onDemand.isThere();
        } catch (InterruptedException e) {
            Files.deleteIfExists(log()); // it tells of no failure
            throw e;
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    private UnmetRequirement noTool() {
        return new UnmetRequirement(
                "no program %s on the PATH".formatted(tool()),
                "one to build " + server,
                "install it, or do without " + server);
    }

    private UnmetRequirement failed() {
        return new UnmetRequirement(
                "%s could not build %s: \"%s\"".formatted(tool(), server, lastWords()),
                "a build that succeeds",
                "see " + log());
    }

    /// Its last line, or the first that is marked as an error.
    private String lastWords() {
        try (var lines = Files.lines(log(), StandardCharsets.ISO_8859_1)) {
            return lines.filter(line -> !line.isBlank())
                    .reduce((told, next) -> told.startsWith(MARKED) ? told : next)
                    .map(line -> LineSplitter.printable(line.strip()))
                    .orElse("");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String tool() {
        return onDemand.build().getFirst();
    }

    private Path log() {
        return onDemand.folder().resolve("target", "build.log");
    }
}

package dev.loombench.launch;

import dev.loombench.launch.Artifact.Binary;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// Makes a server's binary with the tool that its description names.
///
/// The tool itself knows what is stale. Its words are kept beside the binary until it succeeds.
record BinaryBuild(String server, Binary binary) {
    private static final long MINUTES = 10;

    /// Why the binary cannot be had on this machine, as far as can be told without building it.
    Optional<Unmet> hindrance() {
        if (Files.isExecutable(binary.file())) {
            return Optional.empty();
        }
        if (OnPath.find(tool()).isEmpty()) {
            return Optional.of(noTool());
        }
        return Files.isRegularFile(log()) ? Optional.of(failed()) : Optional.empty();
    }

    /// Returns when the binary is there and up to date, or cannot be had. Without the tool, one
    /// that was made before will do.
    Optional<Unmet> carryOut() throws InterruptedException {
        if (OnPath.find(tool()).isEmpty()) {
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
        var process =
                new ProcessBuilder(binary.build())
                        .directory(binary.folder().toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(log().toFile())
                        .start();
        try {
            process.getOutputStream().close();
            return process.waitFor(MINUTES, TimeUnit.MINUTES)
                    && process.exitValue() == 0
                    && Files.isExecutable(binary.file());
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    private Unmet noTool() {
        return new Unmet(
                "no program %s on the PATH".formatted(tool()),
                "one to build " + server,
                "install it, or do without " + server);
    }

    private Unmet failed() {
        return new Unmet(
                "%s could not build %s: \"%s\"".formatted(tool(), server, lastWords()),
                "a build that succeeds",
                "see " + log());
    }

    private String lastWords() {
        try (var lines = Files.lines(log(), StandardCharsets.ISO_8859_1)) {
            return lines.filter(line -> !line.isBlank())
                    .reduce((earlier, last) -> last)
                    .map(line -> Lines.printable(line.strip()))
                    .orElse("");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String tool() {
        return binary.build().getFirst();
    }

    private Path log() {
        return binary.folder().resolve("target", "build.log");
    }
}

package dev.loombench.launch.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;

/// Where a JVM puts its temporary files: a folder in the trial's, gone when the process is. A
/// server that is killed tidies nothing up, and many trials would fill the system's folder.
///
/// HotSpot's socket for attach and its counters stay in the system's folder, where they are looked
/// for.
public record TemporaryFolder(Path path) {

    public static TemporaryFolder in(Path trialDirectory) {
        return new TemporaryFolder(trialDirectory.toAbsolutePath().resolve("tmp"));
    }

    public String jvmFlag() {
        return "-Djava.io.tmpdir=" + path;
    }

    public void create() throws IOException {
        Files.createDirectories(path);
    }

    /// With all that is in it; links are removed and not followed.
    void remove() throws IOException {
        try (var files = Files.walk(path)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }
}

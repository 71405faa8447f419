package dev.loombench.launch.process;

import dev.loombench.base.FolderTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// A folder for temporary files, removed with its content.
///
/// A JVM has one in its trial's folder, because a killed server removes none of its files, and many
/// trials would fill the system's folder. HotSpot's attach socket and counters stay in the system's
/// folder, where tools expect them.
public record TemporaryFolder(Path path) {

    public static TemporaryFolder in(Path trialDirectory) {
        return new TemporaryFolder(trialDirectory.toAbsolutePath().resolve("tmp"));
    }

    /// A new folder below the system's.
    public static TemporaryFolder create(String prefix) throws IOException {
        return new TemporaryFolder(Files.createTempDirectory(prefix));
    }

    public String jvmFlag() {
        return "-Djava.io.tmpdir=" + path;
    }

    public void create() throws IOException {
        Files.createDirectories(path);
    }

    /// Removes the folder, where it exists, and its content; links are removed and not followed.
    public void remove() throws IOException {
        FolderTree.remove(path);
    }
}

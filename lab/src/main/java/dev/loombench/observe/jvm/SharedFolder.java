package dev.loombench.observe.jvm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// A temporary folder for a file that a JVM writes and the lab reads. It exists only meanwhile, so
/// that a lab that is killed while it observes leaves none.
final class SharedFolder {
    private SharedFolder() {}

    /// @param <T> what is read
    interface Use<T> {
        T of(Path folder) throws IOException;
    }

    static <T> T use(Use<T> use) throws IOException {
        var folder = Files.createTempDirectory("loombench-inspect-");
        try {
            return use.of(folder);
        } finally {
            remove(folder);
        }
    }

    private static void remove(Path folder) throws IOException {
        try (var files = Files.newDirectoryStream(folder)) {
            for (var file : files) {
                Files.deleteIfExists(file);
            }
        }
        Files.deleteIfExists(folder);
    }
}

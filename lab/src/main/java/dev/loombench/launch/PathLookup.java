package dev.loombench.launch;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/// Lookup of programs on the `PATH`.
final class PathLookup {
    private PathLookup() {}

    /// The first executable file of that name on the `PATH`.
    static Optional<Path> find(String program) {
        var path = System.getenv().getOrDefault("PATH", "");
        return Arrays.stream(path.split(File.pathSeparator, -1))
                .filter(folder -> !folder.isEmpty())
                .flatMap(folder -> findIn(Path.of(folder), program).stream())
                .findFirst();
    }

    /// The executable file of that name in a folder.
    static Optional<Path> findIn(Path folder, String program) {
        return Optional.of(folder.resolve(program))
                .filter(file -> Files.isExecutable(file) && !Files.isDirectory(file));
    }
}

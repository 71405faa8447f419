package dev.loombench.launch.limit;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/// Lookup of programs on a `PATH`.
public final class PathLookup {
    public static final String PATH = "PATH";

    private PathLookup() {}

    /// The first executable file of that name on the `PATH` of the lab.
    public static Optional<Path> find(String program) {
        return find(program, System.getenv().getOrDefault(PATH, ""), Path.of(""));
    }

    /// The first executable file of that name on a `PATH`.
    ///
    /// @param base of its relative folders
    public static Optional<Path> find(String program, String path, Path base) {
        return Arrays.stream(path.split(File.pathSeparator, -1))
                .filter(folder -> !folder.isEmpty())
                .flatMap(folder -> findIn(base.resolve(folder), program).stream())
                .findFirst();
    }

    /// The executable file of that name in a folder.
    public static Optional<Path> findIn(Path folder, String program) {
        return Optional.of(folder.resolve(program))
                .filter(file -> Files.isExecutable(file) && !Files.isDirectory(file));
    }
}

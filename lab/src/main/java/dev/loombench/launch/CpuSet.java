package dev.loombench.launch;

import dev.loombench.spec.Cpus;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// The processors that this process may use, and the program that limits another one to some.
final class CpuSet {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String ALLOWED = "Cpus_allowed_list:";

    private CpuSet() {}

    /// The processors that this process may use; empty where the system does not report them.
    static Optional<Cpus.Listed> allowed() {
        if (!Files.isReadable(STATUS)) {
            return Optional.empty();
        }
        try (var lines = Files.lines(STATUS)) {
            return lines.filter(line -> line.startsWith(ALLOWED))
                    .map(line -> new Cpus.Listed(line.substring(ALLOWED.length()).strip()))
                    .findFirst();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// The first processors that this process may use, as a list. Where the system does not report
    /// which, they count from 0.
    ///
    /// @param count at least 1
    static String first(int count) {
        return allowed()
                .map(listed -> listed.processors().stream())
                .orElseGet(() -> IntStream.range(0, count))
                .limit(count)
                .mapToObj(Integer::toString)
                .collect(Collectors.joining(","));
    }

    /// The program that starts another one on given processors; empty where it is not installed.
    static Optional<Path> taskset() {
        return PathLookup.find("taskset");
    }
}

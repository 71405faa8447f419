package dev.loombench.launch.limit;

import dev.loombench.cgroup.ControlGroups;
import dev.loombench.experiment.variant.Cpus;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// The processors that this process may use, and the program that limits another one to some.
public final class CpuSet {
    private static final String ALLOWED = "Cpus_allowed_list:";

    private CpuSet() {}

    /// The processors that this process may use; empty where the system does not report them.
    public static Optional<Cpus.Listed> allowed() {
        return allowed("self");
    }

    /// The processors that a process may use; empty where the system does not report them, and
    /// where it has ended.
    ///
    /// @param process id, or `self`
    public static Optional<Cpus.Listed> allowed(String process) {
        return ControlGroups.text(Path.of("/proc", process, "status"))
                .flatMap(status ->
                        status.lines()
                                .filter(line -> line.startsWith(ALLOWED))
                                .map(line -> line.substring(ALLOWED.length()).strip())
                                .findFirst())
                .map(Cpus.Listed::new);
    }

    /// The first processors that this process may use, as a list. Where the system does not report
    /// which, they count from 0.
    ///
    /// @param count at least 1
    public static String first(int count) {
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

package dev.loombench.diagnose;

import dev.loombench.diagnose.evidence.ContainerUse;
import dev.loombench.diagnose.evidence.Part;
import dev.loombench.observe.proc.ContainerLimitsReader;
import dev.loombench.observe.proc.Platform;
import dev.loombench.observe.proc.ProcessStat;
import dev.loombench.observe.result.ContainerLimits;
import java.util.Optional;
import java.util.OptionalLong;

/// Reads the limits of a process's control groups, and its CPU time, since a moment.
final class ContainerSampler {
    private static final String HIDDEN_GROUP =
            "its control group is not visible from here; its machine and its container show it";

    private final long pid;
    private final Optional<ContainerLimitsReader> limits;
    private final Optional<ContainerLimits> before;
    private final long cpuBefore;
    private final long start = System.nanoTime();

    ContainerSampler(long pid) {
        this.pid = pid;
        limits = ContainerLimitsReader.of(pid);
        before = limits.map(ContainerLimitsReader::read);
        cpuBefore = cpuNanos(pid);
    }

    Part<ContainerUse> end() {
        return Platform.isLinux()
                ? limits.map(ContainerLimitsReader::read)
                        .map(after ->
                                new ContainerUse(
                                        before.orElseThrow(),
                                        after,
                                        System.nanoTime() - start,
                                        OptionalLong.of(cpuNanos(pid) - cpuBefore)))
                        .<Part<ContainerUse>>map(Part::of)
                        .orElse(Part.missing(HIDDEN_GROUP))
                : Part.missing("only Linux has control groups");
    }

    /// CPU time of the process so far; 0 where the system has no account of it.
    private static long cpuNanos(long pid) {
        if (!Platform.isLinux()) {
            return 0;
        }
        var stat = ProcessStat.read(pid);
        return stat.userNanos() + stat.systemNanos();
    }
}

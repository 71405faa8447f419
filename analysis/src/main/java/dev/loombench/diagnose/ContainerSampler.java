package dev.loombench.diagnose;

import dev.loombench.diagnose.evidence.ContainerUse;
import dev.loombench.diagnose.evidence.Part;
import dev.loombench.observe.proc.ContainerLimitsReader;
import dev.loombench.observe.proc.Platform;
import dev.loombench.observe.proc.ProcessStat;
import dev.loombench.observe.proc.machine.OthersWatch;
import dev.loombench.observe.proc.thread.ThreadCpuTimes;
import dev.loombench.observe.result.ContainerLimits;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/// Reads the limits of a process's control groups, its CPU time and its waits for processors, and
/// what others used of these, since a moment.
final class ContainerSampler {
    private static final String HIDDEN_GROUP =
            "its control group is not visible from here; its machine and its container show it";

    private final long pid;
    private final Optional<ContainerLimitsReader> limits;
    private final Optional<ContainerLimits> before;
    private final long cpuBefore;
    private final ThreadCpuTimes threads;
    private final Optional<OthersWatch> others;
    private final long start = System.nanoTime();

    ContainerSampler(long pid) {
        this.pid = pid;
        limits = ContainerLimitsReader.of(pid);
        before = limits.map(ContainerLimitsReader::read);
        cpuBefore = cpuNanos(pid);
        threads = new ThreadCpuTimes(pid);
        threads.sample();
        others =
                Platform.isLinux()
                        ? Optional.of(OthersWatch.start(pid, () -> Set.of(pid)))
                        : Optional.empty();
    }

    Part<ContainerUse> end() {
        if (others.isEmpty()) {
            return Part.missing("only Linux has control groups");
        }
        var after = limits.map(ContainerLimitsReader::read);
        return after.isEmpty()
                ? Part.missing(HIDDEN_GROUP)
                : Part.of(use(after.get(), others.get()));
    }

    private ContainerUse use(ContainerLimits after, OthersWatch watch) {
        threads.sample();
        return new ContainerUse(
                before.orElseThrow(),
                after,
                System.nanoTime() - start,
                OptionalLong.of(cpuNanos(pid) - cpuBefore),
                threads.waitedNanos(),
                watch.end());
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

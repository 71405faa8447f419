package dev.loombench.observe.proc;

import dev.loombench.observe.ProcessEndedException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.function.Supplier;

/// CPU time of a process: of all its threads, including ended ones.
public interface CpuClock {

    /// CPU time used since the process began, ns.
    ///
    /// @throws ProcessEndedException when the process has ended
    long nanos();

    /// The finest clock of this platform: the kernel's account in ns on Linux, its ticks of 10 ms
    /// where calls into the C library are forbidden, and `ProcessHandle` elsewhere.
    ///
    /// @throws ProcessEndedException when there is no such process
    static CpuClock of(long pid) {
        if (!Platform.isLinux()) {
            return ofHandle(pid);
        }
        return KernelCpuClock.available() ? KernelCpuClock.of(pid) : ofTicks(pid);
    }

    /// The clock of the processes of a service: that of its control group, where it has one of its
    /// own, else the sum of theirs.
    ///
    /// @param pid one of them, the only one that counts elsewhere than on Linux
    /// @param processes that are alive now
    static CpuClock ofService(long pid, Supplier<Set<Long>> processes, boolean startedByLab) {
        return Platform.isLinux()
                ? GroupCpuClock.of(pid, processes, startedByLab, Path.of("/"))
                        .orElseGet(() -> new TreeCpuClock(processes))
                : of(pid);
    }

    /// The clock from `/proc/PID/stat`, in steps of 10 ms.
    static CpuClock ofTicks(long pid) {
        CpuClock clock =
                () -> {
                    var stat = ProcessStat.read(pid);
                    return stat.userNanos() + stat.systemNanos();
                };
        clock.nanos();
        return clock;
    }

    /// The clock from {@link ProcessHandle}: steps of 10 ms on Linux, 100 ns on Windows.
    static CpuClock ofHandle(long pid) {
        var process = ProcessHandle.of(pid).orElseThrow(() -> new ProcessEndedException(pid));
        return () ->
                process.info()
                        .totalCpuDuration()
                        .filter(_ -> process.isAlive())
                        .map(Duration::toNanos)
                        .orElseThrow(() -> new ProcessEndedException(pid));
    }
}

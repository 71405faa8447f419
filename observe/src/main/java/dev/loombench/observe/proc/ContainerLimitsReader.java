package dev.loombench.observe.proc;

import dev.loombench.cgroup.ControlGroups;
import dev.loombench.cgroup.ThrottledTime;
import dev.loombench.observe.result.ContainerLimits;
import java.nio.file.Path;
import java.util.Optional;

/// Reader of the [ContainerLimits] of a process, at several moments.
public final class ContainerLimitsReader {
    private static final String CPU = "cpu";
    private static final String MEMORY = "memory";

    private final ControlGroups cpu;
    private final ControlGroups memory;
    private final ThrottledTime throttled;

    private ContainerLimitsReader(Path root, String process) {
        cpu = ControlGroups.of(root, process, CPU);
        memory = ControlGroups.of(root, process, MEMORY);
        throttled = new ThrottledTime(cpu);
    }

    /// Empty where the control groups of the process are not visible, as from within another
    /// container.
    public static Optional<ContainerLimitsReader> of(long pid) {
        return of(Path.of("/"), pid);
    }

    /// @param root used in place of `/`
    static Optional<ContainerLimitsReader> of(Path root, long pid) {
        var process = Long.toString(pid);
        return ControlGroups.areHidden(root, process, CPU)
                        || ControlGroups.areHidden(root, process, MEMORY)
                ? Optional.empty()
                : Optional.of(new ContainerLimitsReader(root, process));
    }

    public ContainerLimits read() {
        return new ContainerLimits(cpu.quotaCores(), throttled.nanos(), memory.memoryBytes());
    }
}

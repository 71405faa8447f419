package dev.loombench.observe.proc;

import dev.loombench.cgroup.ControlGroups;
import java.nio.file.Path;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/// The limits that control groups set for a process, and the time for which they kept its threads
/// from running (Linux).
///
/// @param quotaCores the lowest quota, in processors; empty where there is none
/// @param throttledNanos time without quota so far, added up over processors; empty without a quota
/// @param memoryBytes the lowest limit of memory; empty where there is none
public record ContainerLimits(
        OptionalDouble quotaCores, OptionalLong throttledNanos, OptionalLong memoryBytes) {

    public static ContainerLimits of(long pid) {
        return of(Path.of("/"), pid);
    }

    /// @param root used in place of `/`
    static ContainerLimits of(Path root, long pid) {
        var process = Long.toString(pid);
        var cpu = ControlGroups.of(root, process, "cpu");
        return new ContainerLimits(
                cpu.quotaCores(),
                cpu.throttledNanos(),
                ControlGroups.of(root, process, "memory").memoryBytes());
    }
}

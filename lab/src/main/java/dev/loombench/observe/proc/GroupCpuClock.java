package dev.loombench.observe.proc;

import dev.loombench.observe.ProcessEndedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// CPU time of a service with a control group of its own, as a container or a systemd scope has:
/// that of the group, and of the service's processes outside of it, such as the client that started
/// the container.
///
/// The group's time contains all of that of processes that have ended, which [TreeCpuClock] can
/// only know from their parents.
///
/// Source: the kernel's *cgroup-v2.rst* (`usage_usec` of `cpu.stat`) and *cgroup-v1/cpuacct.rst*
/// (`cpuacct.usage`).
final class GroupCpuClock implements CpuClock {
    private static final String ACCOUNTING = "cpuacct";

    private final Path group;
    private final long pid;
    private final Supplier<Set<Long>> processes;
    private final TreeCpuClock outside = new TreeCpuClock(this::outside);
    private long outsideNanos;

    private GroupCpuClock(Path group, long pid, Supplier<Set<Long>> processes) {
        this.group = group;
        this.pid = pid;
        this.processes = processes;
    }

    /// The clock of the group of a service; empty where it has none of its own.
    ///
    /// The group of a service that the lab has started is its own if the lab is in another. That of
    /// another service is its own if it holds the service's processes and no others.
    ///
    /// @param pid one of its processes
    /// @param processes that are alive now
    /// @param root used in place of `/`
    static Optional<CpuClock> of(
            long pid, Supplier<Set<Long>> processes, boolean startedByLab, Path root) {
        var ofLab = ControlGroups.own(root, "self", ACCOUNTING);
        return ControlGroups.own(root, Long.toString(pid), ACCOUNTING).stream()
                .filter(group ->
                        startedByLab
                                ? !ofLab.contains(group)
                                : members(group).equals(processes.get()))
                .map(group -> new GroupCpuClock(group, pid, processes))
                .filter(clock -> clock.usage().isPresent())
                .map(CpuClock.class::cast)
                .findFirst();
    }

    private static Set<Long> members(Path group) {
        return text(group.resolve("cgroup.procs")).stream()
                .flatMap(String::lines)
                .map(Long::valueOf)
                .collect(Collectors.toSet());
    }

    private Set<Long> outside() {
        var all = new HashSet<>(processes.get());
        all.removeAll(members(group));
        return all;
    }

    @Override
    public synchronized long nanos() {
        var usage = usage();
        if (usage.isEmpty() || processes.get().isEmpty()) {
            throw new ProcessEndedException(pid);
        }
        if (!outside().isEmpty()) {
            outsideNanos = outside.nanos();
        }
        return usage.getAsLong() + outsideNanos;
    }

    private OptionalLong usage() {
        var version2 =
                text(group.resolve("cpu.stat"))
                        .map(stat -> ProcNetTables.line(stat, "usage_usec"))
                        .filter(OptionalLong::isPresent);
        if (version2.isPresent()) {
            return OptionalLong.of(version2.get().getAsLong() * 1_000);
        }
        return text(group.resolve("cpuacct.usage")).stream()
                .map(String::strip)
                .mapToLong(Long::parseLong)
                .findFirst();
    }

    private static Optional<String> text(Path file) {
        try {
            return Files.isRegularFile(file)
                    ? Optional.of(Files.readString(file))
                    : Optional.empty();
        } catch (IOException e) {
            return Optional.empty(); // hidden, or its last process has ended
        }
    }
}

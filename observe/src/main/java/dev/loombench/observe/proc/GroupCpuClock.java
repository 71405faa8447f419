package dev.loombench.observe.proc;

import dev.loombench.cgroup.ControlGroups;
import dev.loombench.cgroup.FlatKeyedFile;
import dev.loombench.observe.ProcessEndedException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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

    /// Processes outside of the group now.
    private Set<Long> others = Set.of();

    private final TreeCpuClock outside = new TreeCpuClock(() -> others);
    private long outsideNanos;

    private GroupCpuClock(Path group, long pid, Supplier<Set<Long>> processes) {
        this.group = group;
        this.pid = pid;
        this.processes = processes;
    }

    /// The clock of the group of a service; empty where it has none of its own.
    ///
    /// The group of a service that the lab has started is its own if it holds, with the groups
    /// below it, no others than the service's processes, their descendants and their ancestors,
    /// such as the first process of a container. Another server in it is none of these. The group
    /// of a service that already ran is its own if it holds the service's processes and no others.
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
                                ? ofLab.stream().noneMatch(lab -> lab.startsWith(group))
                                        && holdsOnly(group, pid, processes.get(), root)
                                : members(group).equals(processes.get()))
                .map(group -> new GroupCpuClock(group, pid, processes))
                .filter(clock -> clock.usage().isPresent())
                .map(CpuClock.class::cast)
                .findFirst();
    }

    private static boolean holdsOnly(Path group, long pid, Set<Long> processes, Path root) {
        var members = members(group);
        var ancestors = new HashSet<Long>();
        processes.forEach(process -> ancestors.addAll(ancestors(process, root)));
        return members.contains(pid)
                && members.stream()
                        .allMatch(member ->
                                processes.contains(member)
                                        || ancestors.contains(member)
                                        || ancestors(member, root).stream()
                                                .anyMatch(processes::contains));
    }

    /// As far as they are visible.
    private static Set<Long> ancestors(long pid, Path root) {
        var ancestors = new HashSet<Long>();
        long parent = parent(pid, root);
        while (parent > 0 && ancestors.add(parent)) {
            parent = parent(parent, root);
        }
        return ancestors;
    }

    /// 0 for none.
    private static long parent(long pid, Path root) {
        try {
            return ProcessStat.of(root.resolve("proc").resolve(Long.toString(pid))).parent();
        } catch (IOException e) {
            return 0; // it has ended, or is hidden
        }
    }

    /// The processes of a group and of those below it, whose time it contains.
    private static Set<Long> members(Path group) {
        return withGroupsBelow(group)
                .flatMap(each -> ControlGroups.text(each.resolve("cgroup.procs")).stream())
                .flatMap(String::lines)
                .map(Long::valueOf)
                .collect(Collectors.toSet());
    }

    private static Stream<Path> withGroupsBelow(Path group) {
        var below = group.toFile().listFiles(File::isDirectory);
        return Stream.concat(
                Stream.of(group),
                Arrays.stream(below == null ? new File[0] : below)
                        .flatMap(each -> withGroupsBelow(each.toPath())));
    }

    @Override
    public synchronized long nanos() {
        var usage = usage();
        var all = new HashSet<>(processes.get());
        if (usage.isEmpty() || all.isEmpty()) {
            throw new ProcessEndedException(pid);
        }
        all.removeAll(members(group));
        others = all;
        if (!all.isEmpty()) {
            outsideNanos = outside.nanos();
        }
        return usage.getAsLong() + outsideNanos;
    }

    private OptionalLong usage() {
        var version2 =
                ControlGroups.text(group.resolve("cpu.stat"))
                        .map(stat -> FlatKeyedFile.value(stat, "usage_usec"))
                        .filter(OptionalLong::isPresent);
        if (version2.isPresent()) {
            return OptionalLong.of(version2.get().getAsLong() * 1_000);
        }
        return ControlGroups.text(group.resolve("cpuacct.usage")).stream()
                .map(String::strip)
                .mapToLong(Long::parseLong)
                .findFirst();
    }
}

package dev.loombench.observe.proc;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Stream;

/// The control groups that limit the CPU of the lab and of the servers that it starts: its own and
/// those above it, of version 1 or 2.
///
/// Source: the kernel's *cgroup-v2.rst*, *sched-bwc.rst*.
///
/// @param groups folders, as far as they are visible
record CpuCgroup(List<Path> groups) {
    CpuCgroup {
        groups = List.copyOf(groups);
    }

    /// @param root used in place of `/`
    static CpuCgroup at(Path root) {
        var groups = new ArrayList<Path>();
        for (var line : text(root.resolve("proc/self/cgroup")).orElse("").lines().toList()) {
            // hierarchy:controllers:path, as in 0::/a/b of version 2 and 4:cpu,cpuacct:/a/b
            var parts = line.split(":", 3);
            if (parts.length == 3) {
                mount(root, parts[1]).ifPresent(mount -> addAll(mount, parts[2], groups));
            }
        }
        return new CpuCgroup(groups);
    }

    private static Optional<Path> mount(Path root, String controllers) {
        var all = root.resolve("sys/fs/cgroup");
        if (controllers.isEmpty()) {
            return Optional.of(all);
        }
        return Arrays.asList(controllers.split(",", -1)).contains("cpu")
                ? Stream.of(all.resolve(controllers), all.resolve("cpu"))
                        .filter(Files::isDirectory)
                        .findFirst()
                : Optional.empty();
    }

    private static void addAll(Path mount, String path, List<Path> groups) {
        Path group = mount.resolve(path.substring(path.startsWith("/") ? 1 : 0)).normalize();
        for (; group != null && group.startsWith(mount); group = group.getParent()) {
            groups.add(group);
        }
    }

    /// The lowest quota, in processors; empty where there is none.
    OptionalDouble quotaCores() {
        return groups.stream()
                .flatMap(group -> version2(group).or(() -> version1(group)).stream())
                .mapToDouble(cores -> cores)
                .min();
    }

    /// `max 100000`, or `150000 100000`: quota and period, us.
    private static Optional<Double> version2(Path group) {
        return text(group.resolve("cpu.max"))
                .map(text -> text.strip().split(" ", -1))
                .filter(words -> words.length == 2 && !words[0].equals("max"))
                .map(words -> Double.parseDouble(words[0]) / Double.parseDouble(words[1]));
    }

    /// The same in two files; -1 is no quota.
    private static Optional<Double> version1(Path group) {
        return text(group.resolve("cpu.cfs_quota_us"))
                .map(quota -> Double.parseDouble(quota.strip()))
                .filter(quota -> quota >= 0)
                .flatMap(quota ->
                        text(group.resolve("cpu.cfs_period_us"))
                                .map(period -> quota / Double.parseDouble(period.strip())));
    }

    /// Time in which a quota kept threads from running, added up over processors, since the group
    /// exists, ns; the highest of the groups. Empty where no group has a quota.
    OptionalLong throttledNanos() {
        if (quotaCores().isEmpty()) {
            return OptionalLong.empty();
        }
        return groups.stream()
                .flatMap(group -> text(group.resolve("cpu.stat")).stream())
                .flatMapToLong(stat -> throttledNanos(stat).stream())
                .max();
    }

    /// `throttled_usec` of version 2, or `throttled_time` of version 1, in ns.
    static OptionalLong throttledNanos(String stat) {
        var micros = ProcNetTables.line(stat, "throttled_usec");
        return micros.isPresent()
                ? OptionalLong.of(micros.getAsLong() * 1_000)
                : ProcNetTables.line(stat, "throttled_time");
    }

    private static Optional<String> text(Path file) {
        try {
            return Files.isRegularFile(file)
                    ? Optional.of(Files.readString(file))
                    : Optional.empty();
        } catch (IOException e) {
            return Optional.empty(); // hidden from this container
        }
    }
}

package dev.loombench.cgroup;

import dev.loombench.cgroup.Membership.Version;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/// The control groups that limit the CPU or the memory of a process: its own and those above it, of
/// version 1 or 2.
///
/// Source: the kernel's *cgroup-v2.rst*, *sched-bwc.rst*.
///
/// @param groups folders, as far as they are visible, each before those above it
public record ControlGroups(List<Path> groups) {
    private static final long UNLIMITED = 1L << 60;

    public ControlGroups {
        groups = List.copyOf(groups);
    }

    /// Those of the CPU of the lab and of the servers that it starts.
    ///
    /// @param root used in place of `/`
    public static ControlGroups at(Path root) {
        return of(root, "self", "cpu");
    }

    /// @param root used in place of `/`
    /// @param process id, or `self`
    /// @param controller of version 1, `cpu` or `memory`
    public static ControlGroups of(Path root, String process, String controller) {
        return new ControlGroups(
                Membership.of(root, process, controller).stream()
                        .flatMap(Membership::upwards)
                        .toList());
    }

    /// The group of a process in each hierarchy, apart from the root, which holds all processes.
    ///
    /// @param root used in place of `/`
    /// @param process id, or `self`
    /// @param controller of version 1, as in `cpuacct`
    public static List<Path> own(Path root, String process, String controller) {
        return Membership.of(root, process, controller).stream()
                .filter(place -> place.isVisible() && !place.group().equals(place.mount()))
                .map(Membership::group)
                .toList();
    }

    /// Whether a process is in a group with a controller that is not visible, as from within
    /// another container, so that its limits are not known. Where there are both versions, the
    /// controller is in a hierarchy of version 1.
    ///
    /// @param root used in place of `/`
    /// @param process id, or `self`
    /// @param controller of version 1, `cpu` or `memory`
    public static boolean areHidden(Path root, String process, String controller) {
        var all = Membership.of(root, process, controller);
        return all.stream()
                .filter(place -> place.version() == Version.V1)
                .findFirst()
                .or(() -> all.stream().findFirst())
                .filter(place -> !place.isVisible())
                .isPresent();
    }

    /// The lowest quota, in processors; empty where there is none.
    public OptionalDouble quotaCores() {
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

    /// Group -> time in which its quota kept threads from running, added up over processors, since
    /// it exists, ns. Empty where no group has a quota.
    public Map<Path, Long> throttledNanos() {
        var all = new LinkedHashMap<Path, Long>();
        if (quotaCores().isPresent()) {
            for (var group : groups) {
                text(group.resolve("cpu.stat"))
                        .map(ControlGroups::throttledOf)
                        .orElse(OptionalLong.empty())
                        .ifPresent(nanos -> all.put(group, nanos));
            }
        }
        return all;
    }

    /// `throttled_usec` of version 2, or `throttled_time` of version 1, in ns.
    private static OptionalLong throttledOf(String stat) {
        var micros = FlatKeyedFile.value(stat, "throttled_usec");
        return micros.isPresent()
                ? OptionalLong.of(micros.getAsLong() * 1_000)
                : FlatKeyedFile.value(stat, "throttled_time");
    }

    /// The lowest limit of memory, bytes; empty where there is none. Version 1 writes a number
    /// beyond the address space where there is no limit.
    public OptionalLong memoryBytes() {
        return groups.stream()
                .flatMap(group ->
                        text(group.resolve("memory.max"))
                                .or(() -> text(group.resolve("memory.limit_in_bytes")))
                                .stream())
                .map(String::strip)
                .filter(bytes -> bytes.matches("\\d{1,18}"))
                .mapToLong(Long::parseLong)
                .filter(bytes -> bytes < UNLIMITED)
                .min();
    }

    /// The text of a file of a group; empty where there is none.
    public static Optional<String> text(Path file) {
        try {
            return Files.isRegularFile(file)
                    ? Optional.of(Files.readString(file))
                    : Optional.empty();
        } catch (IOException e) {
            return Optional.empty(); // hidden from this container, or its last process has ended
        }
    }
}

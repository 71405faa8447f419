package dev.loombench.cgroup;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// The processes of a control group that the kernel kills because memory is short, from now on.
///
/// Which process it was is not recorded: the group counts all of its own and of the groups below
/// it. A group that has gone with its last process, as that of a container, is counted by the one
/// above it.
///
/// Source: the kernel's *cgroup-v2.rst* (`oom_kill` of `memory.events`) and *cgroup-v1/memory.rst*
/// (`memory.oom_control`).
public final class OutOfMemoryKills {
    /// Group -> its count at the beginning, each before those above it.
    private final Map<Path, Long> before = new LinkedHashMap<>();

    private final OptionalLong limitBytes;

    private OutOfMemoryKills(ControlGroups groups) {
        for (var group : groups.groups()) {
            count(group).ifPresent(kills -> before.put(group, kills));
        }
        limitBytes = groups.memoryBytes();
    }

    /// Those in the group of a process, from now on.
    public static OutOfMemoryKills of(long pid) {
        return of(Path.of("/"), Long.toString(pid));
    }

    /// Those in this process's own group, which the processes that it starts inherit.
    public static OutOfMemoryKills ofThisProcess() {
        return of(Path.of("/"), "self");
    }

    /// @param root used in place of `/`
    /// @param process id, or `self`
    static OutOfMemoryKills of(Path root, String process) {
        return new OutOfMemoryKills(ControlGroups.of(root, process, "memory"));
    }

    /// Those of a process that these may not be of: it may have moved to another group, where they
    /// count from now on.
    public OutOfMemoryKills following(long pid) {
        return following(Path.of("/"), Long.toString(pid));
    }

    /// @param root used in place of `/`
    OutOfMemoryKills following(Path root, String process) {
        var now = of(root, process);
        boolean moved = !now.before.isEmpty() && !now.before.keySet().equals(before.keySet());
        return moved ? now : this;
    }

    /// A kill.
    ///
    /// @param limitBytes the lowest limit of the group and those above it; empty where there is
    ///   none, so that the memory of the machine was short
    public record Kill(OptionalLong limitBytes) {
        /// `out of memory (limit 512 MiB)`.
        public String cause() {
            return limitBytes.isPresent()
                    ? "out of memory (limit %,d MiB)".formatted(limitBytes.getAsLong() >> 20)
                    : "out of memory (of the machine: its control group has no limit)";
        }

        /// As it is known: `the kernel killed a process of its control group: out of memory (limit
        /// 512 MiB)`.
        public String describe() {
            return "the kernel killed a process of its control group: " + cause();
        }
    }

    /// A kill since the beginning; empty where the count has not risen, or cannot be read.
    public Optional<Kill> since() {
        for (var group : before.entrySet()) {
            var now = count(group.getKey());
            if (now.isPresent()) {
                return now.getAsLong() > group.getValue()
                        ? Optional.of(new Kill(limitBytes))
                        : Optional.empty();
            }
        }
        return Optional.empty();
    }

    private static OptionalLong count(Path group) {
        return ControlGroups.text(group.resolve("memory.events"))
                .or(() -> ControlGroups.text(group.resolve("memory.oom_control")))
                .map(events -> FlatKeyedFile.value(events, "oom_kill"))
                .orElse(OptionalLong.empty());
    }
}

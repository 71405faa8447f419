package dev.loombench.cgroup;

import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalLong;

/// Time in which quotas of control groups keep threads from running, added up over processors, from
/// now on: of each time between two readings, that of the group that was stopped for longest.
///
/// The groups are one within the other and have counted since they exist, a pod for longer than a
/// container that was started again in it, so that only their differences can be compared.
public final class ThrottledTime {
    private final ControlGroups groups;
    private Map<Path, Long> before;
    private long nanos;

    public ThrottledTime(ControlGroups groups) {
        this.groups = groups;
        before = groups.throttledNanos();
    }

    /// So far, ns; empty where no group has a quota.
    public OptionalLong nanos() {
        var now = groups.throttledNanos();
        long most =
                now.entrySet().stream()
                        .mapToLong(group ->
                                group.getValue()
                                        - before.getOrDefault(group.getKey(), group.getValue()))
                        .max()
                        .orElse(0);
        nanos += Math.max(0, most);
        before = now;
        return now.isEmpty() ? OptionalLong.empty() : OptionalLong.of(nanos);
    }
}

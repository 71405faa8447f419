package dev.loombench.observe.proc;

import dev.loombench.observe.ProcessEndedException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/// CPU time of several processes together, among which some may start and end.
///
/// A process that has ended counts in the time of its parent's ended children, in steps of 10 ms,
/// if the parent belongs to them too; else its last time is kept. What it used after that sample is
/// lost. Never below an earlier value. Thread-safe.
final class TreeCpuClock implements CpuClock {
    private final Supplier<Set<Long>> processes;
    private final Map<Long, Member> members = new HashMap<>();
    private long endedNanos;
    private long lastNanos;

    private static final class Member {
        private final CpuClock clock;
        private final long pid;
        private final long parent;
        private long nanos;

        Member(long pid) {
            this.pid = pid;
            clock = CpuClock.of(pid);
            parent =
                    ProcessHandle.of(pid)
                            .flatMap(ProcessHandle::parent)
                            .map(ProcessHandle::pid)
                            .orElse(0L);
            update();
        }

        void update() {
            nanos = clock.nanos() + ProcessStat.read(pid).childrenNanos();
        }
    }

    /// @param processes that are alive now
    TreeCpuClock(Supplier<Set<Long>> processes) {
        this.processes = processes;
    }

    @Override
    public synchronized long nanos() {
        var alive = processes.get();
        if (alive.isEmpty()) {
            throw new ProcessEndedException(members.keySet().stream().findFirst().orElse(0L));
        }
        for (var pid : alive) {
            try {
                var member = members.get(pid);
                if (member == null) {
                    members.put(pid, new Member(pid));
                } else {
                    member.update();
                }
            } catch (ProcessEndedException ended) {
                // The next sample accounts for it.
            }
        }
        members.values().stream()
                .filter(m -> !alive.contains(m.pid) && !alive.contains(m.parent))
                .forEach(m -> endedNanos += m.nanos);
        members.keySet().retainAll(alive);
        long sum = endedNanos + members.values().stream().mapToLong(m -> m.nanos).sum();
        lastNanos = Math.max(lastNanos, sum);
        return lastNanos;
    }
}

package dev.loombench.observe.proc;

import dev.loombench.observe.ProcessEndedException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/// CPU time of several processes together, among which some may start and end.
///
/// A process that has ended counts with its last time until its parent, if that belongs to them
/// too, has it in the time of its ended children, in steps of 10 ms: a parent that never waits for
/// its children never has. What it used after its last sample is lost where the parent does not
/// count it. Never below an earlier value. Thread-safe.
final class TreeCpuClock implements CpuClock {
    private final Supplier<Set<Long>> processes;
    private final Map<Long, Member> members = new HashMap<>();

    /// Parent -> time of its ended children that it does not count yet.
    private final Map<Long, Long> uncounted = new HashMap<>();

    private long endedNanos;
    private long lastNanos;

    private static final class Member {
        private final CpuClock clock;
        private final long pid;
        private final long parent;
        private long ownNanos;
        private long childrenNanos;

        Member(long pid) {
            this.pid = pid;
            clock = CpuClock.of(pid);
            parent =
                    ProcessHandle.of(pid)
                            .flatMap(ProcessHandle::parent)
                            .map(ProcessHandle::pid)
                            .orElse(0L);
            updateChildren();
            updateOwn();
        }

        /// Returns by how much the time of its ended children has grown.
        long updateChildren() {
            long before = childrenNanos;
            childrenNanos = ProcessStat.read(pid).childrenNanos();
            return childrenNanos - before;
        }

        void updateOwn() {
            ownNanos = clock.nanos();
        }

        long nanos() {
            return ownNanos + childrenNanos;
        }
    }

    /// @param processes that are alive now
    TreeCpuClock(Supplier<Set<Long>> processes) {
        this.processes = processes;
    }

    @Override
    public synchronized long nanos() {
        var found = processes.get();
        if (found.isEmpty()) {
            throw new ProcessEndedException(members.keySet().stream().findFirst().orElse(0L));
        }
        var alive = new HashSet<>(found);
        // The parents' accounts first: a child that ends later is in none of them, and has no own
        // time any more. The other way round it would count twice.
        var grown = updateChildren(alive);
        updateOwn(alive);
        members.values().stream().filter(m -> !alive.contains(m.pid)).forEach(m -> ended(m, alive));
        members.keySet().retainAll(alive);
        grown.forEach((parent, nanos) ->
                uncounted.computeIfPresent(
                        parent, (_, left) -> left > nanos ? left - nanos : null));
        lastNanos = Math.max(lastNanos, sum());
        return lastNanos;
    }

    /// @param alive without those that turn out to have ended
    private Map<Long, Long> updateChildren(Set<Long> alive) {
        var grown = new HashMap<Long, Long>();
        for (var member : members.values()) {
            if (alive.contains(member.pid)) {
                try {
                    grown.put(member.pid, member.updateChildren());
                } catch (ProcessEndedException _) {
                    alive.remove(member.pid);
                }
            }
        }
        return grown;
    }

    private void updateOwn(Set<Long> alive) {
        for (var pid : Set.copyOf(alive)) {
            try {
                var member = members.get(pid);
                if (member == null) {
                    members.put(pid, new Member(pid));
                } else {
                    member.updateOwn();
                }
            } catch (ProcessEndedException _) {
                alive.remove(pid);
            }
        }
    }

    /// What its own ended children used, and it never counted, nobody will count.
    private void ended(Member member, Set<Long> alive) {
        var children = uncounted.remove(member.pid);
        endedNanos += children == null ? 0 : children;
        if (alive.contains(member.parent)) {
            uncounted.merge(member.parent, member.nanos(), Long::sum);
        } else {
            endedNanos += member.nanos();
        }
    }

    private long sum() {
        return endedNanos
                + members.values().stream().mapToLong(Member::nanos).sum()
                + uncounted.values().stream().mapToLong(nanos -> nanos).sum();
    }
}

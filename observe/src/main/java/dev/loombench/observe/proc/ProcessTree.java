package dev.loombench.observe.proc;

import dev.loombench.observe.ProcessEndedException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.LongStream;

/// A process and its descendants, or the processes of a service.
///
/// @param root a process id
/// @param members the processes in place of the descendants of `root`
public record ProcessTree(long root, Optional<Supplier<Set<Long>>> members) {

    /// The ids of all threads that are alive now.
    ///
    /// @throws ProcessEndedException when the process has ended
    public Set<Integer> threads() {
        var threads = new LinkedHashSet<Integer>();
        processes().forEach(pid -> addThreads(pid, threads));
        if (threads.isEmpty()) {
            throw new ProcessEndedException(root);
        }
        return threads;
    }

    /// CPU time of all processes, ended children included, ns.
    ///
    /// @throws ProcessEndedException when the process has ended
    public long cpuNanos() {
        return others().map(
                        pid -> {
                            try {
                                return cpuNanos(pid);
                            } catch (ProcessEndedException e) {
                                return 0; // its parent's account has it
                            }
                        })
                .reduce(cpuNanos(root), Long::sum);
    }

    /// Context switches of all threads that are alive now, by thread.
    ///
    /// @throws ProcessEndedException when the process has ended
    public Map<Integer, ContextSwitches.Count> switches() {
        var counts = new HashMap<>(ContextSwitches.read(root));
        others().forEach(pid -> {
            try {
                counts.putAll(ContextSwitches.read(pid));
            } catch (ProcessEndedException e) {
                // Its threads have ended.
            }
        });
        return counts;
    }

    private static long cpuNanos(long pid) {
        return CpuClock.of(pid).nanos() + ProcessStat.read(pid).childrenNanos();
    }

    private LongStream processes() {
        return LongStream.concat(LongStream.of(root), others());
    }

    private LongStream others() {
        return members.map(m -> m.get().stream().mapToLong(Long::longValue))
                .orElseGet(this::descendants)
                .filter(pid -> pid != root);
    }

    private LongStream descendants() {
        return ProcessHandle.of(root)
                .map(p -> p.descendants().mapToLong(ProcessHandle::pid))
                .orElse(LongStream.empty());
    }

    private static void addThreads(long pid, Set<Integer> threads) {
        var ids = Path.of("/proc", Long.toString(pid), "task").toFile().list();
        if (ids != null) {
            for (var id : ids) {
                threads.add(Integer.valueOf(id));
            }
        }
    }
}

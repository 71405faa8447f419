package dev.loombench.observe.proc;

import dev.loombench.observe.result.Observation.Point;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.LongSupplier;

/// The CPU time of each thread of a process at several moments, from the kernel's `schedstat` of
/// each (Linux). Where there is no such account, it has no threads.
///
/// Cost: a small file per thread and moment; none to the observed process.
///
/// Not thread-safe.
public final class ThreadCpuTimes {
    private final Path tasks;
    private final LongSupplier nanoTime;

    /// Thread id -> its CPU time at each moment, of the threads that are alive.
    private final Map<Long, List<Point>> points = new HashMap<>();

    public ThreadCpuTimes(long pid) {
        this(Path.of("/proc", Long.toString(pid), "task"), System::nanoTime);
    }

    /// @param tasks a folder per thread
    /// @param nanoTime the monotonic clock
    ThreadCpuTimes(Path tasks, LongSupplier nanoTime) {
        this.tasks = tasks;
        this.nanoTime = nanoTime;
    }

    /// Reads the times of all threads, and forgets those that have ended.
    public void sample() {
        var alive = new HashSet<Long>();
        try (var threads = Files.newDirectoryStream(tasks)) {
            for (var thread : threads) {
                sample(thread, alive);
            }
        } catch (IOException | DirectoryIteratorException e) {
            // The process has ended.
        }
        points.keySet().retainAll(alive);
    }

    private void sample(Path thread, Set<Long> alive) {
        try {
            var times =
                    CompilerThreads.SchedTimes.of(Files.readString(thread.resolve("schedstat")));
            long id = Long.parseLong(thread.getFileName().toString());
            var known = points.computeIfAbsent(id, _ -> new ArrayList<>());
            if (!known.isEmpty() && times.ran() < known.getLast().value()) {
                known.clear(); // a new thread with the same id
            }
            known.add(new Point(nanoTime.getAsLong(), (double) times.ran()));
            alive.add(id);
        } catch (IOException e) {
            // The thread has ended.
        }
    }

    /// The threads that used so much of one processor between the last two moments.
    ///
    /// @param share of one processor, above 0
    /// @return thread id, as its own process knows it -> its CPU time at each moment since it was
    ///   first seen, ns
    public Map<Long, List<Point>> above(double share) {
        var busy = new HashMap<Long, List<Point>>();
        points.forEach((id, known) -> {
            if (lastShare(known) >= share) {
                busy.put(ownId(id), List.copyOf(known));
            }
        });
        return busy;
    }

    /// The id in the namespace of the process, as in a container.
    private long ownId(long id) {
        return ProcessStatus.of(tasks.resolve(Long.toString(id)))
                .map(ProcessStatus::innerPid)
                .orElse(OptionalLong.empty())
                .orElse(id);
    }

    /// 0 for a thread that was not there at both moments.
    private static double lastShare(List<Point> known) {
        if (known.size() < 2) {
            return 0;
        }
        var from = known.get(known.size() - 2);
        var to = known.getLast();
        return (to.value() - from.value()) / (to.nanos() - from.nanos());
    }
}

package dev.loombench.observe.proc.thread;

import dev.loombench.observe.proc.ProcessStatus;
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

/// The time for which each thread of a process ran, and for which it waited for a processor, at
/// several moments, from the kernel's `schedstat` of each (Linux). Where there is no such account,
/// it has no threads.
///
/// Cost: a small file per thread and moment; none to the observed process.
///
/// Not thread-safe.
public final class ThreadCpuTimes {
    private final Path tasks;
    private final LongSupplier nanoTime;

    /// Thread id -> its times at each moment, of the threads that are alive.
    private final Map<Long, List<Moment>> moments = new HashMap<>();

    private record Moment(long nanos, CompilerThreads.SchedTimes times) {}

    /// The times of a thread since it was first seen.
    ///
    /// @param ran on a processor since it began, ns
    /// @param waited for a processor since it began, ns
    public record Times(List<Point> ran, List<Point> waited) {
        private static Times of(List<Moment> moments) {
            return new Times(
                    moments.stream().map(m -> new Point(m.nanos, (double) m.times.ran())).toList(),
                    moments.stream()
                            .map(m -> new Point(m.nanos, (double) m.times.waited()))
                            .toList());
        }
    }

    public ThreadCpuTimes(long pid) {
        this(Path.of("/proc", Long.toString(pid), "task"), System::nanoTime);
    }

    /// @param tasks a folder per thread
    /// @param nanoTime the monotonic clock
    ThreadCpuTimes(Path tasks, LongSupplier nanoTime) {
        this.tasks = tasks;
        this.nanoTime = nanoTime;
    }

    /// Reads the times of all threads, and forgets those that have ended. A list of thousands of
    /// threads may leave out one that lives.
    public void sample() {
        var alive = new HashSet<Long>();
        try (var threads = Files.newDirectoryStream(tasks)) {
            for (var thread : threads) {
                sample(thread, alive);
            }
        } catch (IOException | DirectoryIteratorException e) {
            // The process has ended.
        }
        for (var id : List.copyOf(moments.keySet())) {
            if (!alive.contains(id)) {
                sample(tasks.resolve(Long.toString(id)), alive);
            }
        }
        moments.keySet().retainAll(alive);
    }

    private void sample(Path thread, Set<Long> alive) {
        try {
            CompilerThreads.SchedTimes.of(Files.readString(thread.resolve("schedstat")))
                    .ifPresent(times -> {
                        long id = Long.parseLong(thread.getFileName().toString());
                        add(id, new Moment(nanoTime.getAsLong(), times));
                        alive.add(id);
                    });
        } catch (IOException e) {
            // The thread has ended.
        }
    }

    private void add(long id, Moment now) {
        var known = moments.computeIfAbsent(id, _ -> new ArrayList<>());
        if (!known.isEmpty() && now.times.ran() < known.getLast().times.ran()) {
            known.clear(); // a new thread with the same id
        }
        known.add(now);
    }

    /// The threads that ran, or were ready to run, for so much of the time between the last two
    /// moments: what a thread gets of a processor also depends on the others.
    ///
    /// @param share of that time, above 0
    /// @return thread id, as its own process knows it -> its times
    public Map<Long, Times> above(double share) {
        var busy = new HashMap<Long, Times>();
        moments.forEach((id, known) -> {
            if (lastShare(known) >= share) {
                busy.put(ownId(id), Times.of(known));
            }
        });
        return busy;
    }

    /// The time for which the threads that were there at the first and at the last moment waited
    /// for a processor between both, added up, ns; empty where none is known.
    public OptionalLong waitedNanos() {
        var lasting = moments.values().stream().filter(known -> known.size() > 1).toList();
        return lasting.isEmpty()
                ? OptionalLong.empty()
                : OptionalLong.of(lasting.stream().mapToLong(ThreadCpuTimes::waited).sum());
    }

    private static long waited(List<Moment> known) {
        return known.getLast().times.waited() - known.getFirst().times.waited();
    }

    /// The id in the namespace of the process, as in a container.
    private long ownId(long id) {
        return ProcessStatus.of(tasks.resolve(Long.toString(id)))
                .map(ProcessStatus::innerPid)
                .orElse(OptionalLong.empty())
                .orElse(id);
    }

    /// 0 for a thread that was not there at both moments.
    private static double lastShare(List<Moment> known) {
        if (known.size() < 2) {
            return 0;
        }
        var from = known.get(known.size() - 2);
        var to = known.getLast();
        return (double) (to.times.ready() - from.times.ready()) / (to.nanos - from.nanos);
    }
}

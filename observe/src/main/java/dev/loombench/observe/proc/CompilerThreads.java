package dev.loombench.observe.proc;

import dev.loombench.observe.ProcessEndedException;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/// The just-in-time compilers' threads of a JVM, from `comm` and `schedstat` of each of its threads
/// (Linux). Without such threads, as in a process that is no JVM, all times are 0.
///
/// A thread's name is read once, so that a sample of a server with thousands of threads is cheap: a
/// thread that begins as a compiler's is named after the one that started it.
public final class CompilerThreads implements CpuClock {
    private final long pid;
    private final Path tasks;

    /// The last times of each thread, including ended ones: the JVM drops compiler threads that it
    /// does not need.
    private final Map<String, SchedTimes> times = new HashMap<>();

    private final Set<String> others = new HashSet<>();
    private boolean named;

    /// A thread's `schedstat`: `time on a processor, time waiting for one, time slices`.
    ///
    /// @param ran time on a processor, ns
    /// @param waited time waiting for one, ns
    record SchedTimes(long ran, long waited) {
        static SchedTimes of(String schedstat) {
            var fields = schedstat.trim().split(" ", 3);
            return new SchedTimes(Long.parseLong(fields[0]), Long.parseLong(fields[1]));
        }

        /// Time on a processor or waiting for one, ns.
        long ready() {
            return ran + waited;
        }

        SchedTimes plus(SchedTimes other) {
            return new SchedTimes(ran + other.ran, waited + other.waited);
        }
    }

    public CompilerThreads(long pid) {
        this.pid = pid;
        tasks = Path.of("/proc", Long.toString(pid), "task");
    }

    /// Those of HotSpot, Graal and OpenJ9. The kernel keeps 15 characters of a thread's name.
    static boolean isCompiler(String comm) {
        return comm.startsWith("C1 CompilerThre")
                || comm.startsWith("C2 CompilerThre")
                || comm.startsWith("JVMCI")
                || comm.startsWith("JIT Compilation");
    }

    /// Their CPU time so far, ns.
    ///
    /// @throws ProcessEndedException when the process has ended
    @Override
    public long nanos() {
        return sample().ran;
    }

    /// The sum of their times so far.
    ///
    /// @throws ProcessEndedException when the process has ended
    SchedTimes sample() {
        try (var threads = Files.newDirectoryStream(tasks)) {
            for (var thread : threads) {
                sample(thread);
            }
        } catch (IOException | DirectoryIteratorException e) {
            throw new ProcessEndedException(pid);
        }
        return times.values().stream().reduce(new SchedTimes(0, 0), SchedTimes::plus);
    }

    private void sample(Path thread) {
        var id = thread.getFileName().toString();
        if (others.contains(id)) {
            return;
        }
        try {
            if (times.containsKey(id) || isCompiler(Files.readString(thread.resolve("comm")))) {
                named = true;
                times.put(id, SchedTimes.of(Files.readString(thread.resolve("schedstat"))));
            } else {
                others.add(id);
            }
        } catch (IOException e) {
            // The thread has ended; its last times stay.
        }
    }

    /// Whether the times of a compiler's thread were read.
    boolean found() {
        return !times.isEmpty();
    }

    /// Whether there are such threads whose times cannot be read.
    boolean unreadable() {
        return named && times.isEmpty();
    }
}

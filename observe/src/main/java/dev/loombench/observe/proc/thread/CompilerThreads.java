package dev.loombench.observe.proc.thread;

import dev.loombench.observe.ProcessEndedException;
import dev.loombench.observe.proc.CpuClock;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The just-in-time compilers' threads of a JVM, from `comm` and `schedstat` of each of its threads
/// (Linux). Without such threads, as in a process that is no JVM, all times are 0.
///
/// The name of a thread that is none of them is read once, so that a sample of a server with
/// thousands of threads is cheap: a thread that begins as a compiler's is named after the one that
/// started it. The kernel uses ids again.
public final class CompilerThreads implements CpuClock {
    private final long pid;
    private final Path tasks;

    /// The last times of each thread, including ended ones: the JVM drops compiler threads that it
    /// does not need.
    private final Map<String, SchedTimes> times = new HashMap<>();

    /// Of those whose ids other threads have now.
    private SchedTimes replaced = new SchedTimes(0, 0);

    private final Set<String> others = new HashSet<>();
    private boolean named;

    /// A thread's `schedstat`: `time on a processor, time waiting for one, time slices`. The kernel
    /// adds a wait when it ends, and the time on a processor at its ticks at the latest.
    ///
    /// Source: the kernel's *sched-stats.rst*; `proc_pid_schedstat` of *fs/proc/base.c*.
    ///
    /// @param ran time on a processor, ns
    /// @param waited time waiting for one, ns
    record SchedTimes(long ran, long waited) {
        /// @return empty for three zeros, which a kernel writes that keeps no account (as without
        ///   `CONFIG_SCHEDSTATS` and `delayacct`)
        static Optional<SchedTimes> of(String schedstat) {
            var text = schedstat.trim();
            var fields = text.split(" ", 3);
            return text.equals("0 0 0")
                    ? Optional.empty()
                    : Optional.of(
                            new SchedTimes(Long.parseLong(fields[0]), Long.parseLong(fields[1])));
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
        this(pid, Path.of("/proc", Long.toString(pid), "task"));
    }

    /// @param tasks a folder per thread
    CompilerThreads(long pid, Path tasks) {
        this.pid = pid;
        this.tasks = tasks;
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
        var listed = new HashSet<String>();
        try (var threads = Files.newDirectoryStream(tasks)) {
            for (var thread : threads) {
                var id = thread.getFileName().toString();
                listed.add(id);
                sample(thread, id);
            }
        } catch (IOException | DirectoryIteratorException e) {
            throw new ProcessEndedException(pid);
        }
        others.retainAll(listed);
        return times.values().stream().reduce(replaced, SchedTimes::plus);
    }

    private void sample(Path thread, String id) {
        if (others.contains(id)) {
            return;
        }
        try {
            // A name may be cut off within a character.
            if (isCompiler(Files.readString(thread.resolve("comm"), StandardCharsets.ISO_8859_1))) {
                named = true;
                SchedTimes.of(Files.readString(thread.resolve("schedstat")))
                        .ifPresent(now -> put(id, now));
            } else {
                others.add(id);
                Optional.ofNullable(times.remove(id)).ifPresent(this::addReplaced);
            }
        } catch (IOException e) {
            // The thread has ended; its last times stay.
        }
    }

    private void put(String id, SchedTimes now) {
        Optional.ofNullable(times.put(id, now))
                .filter(before -> now.ran() < before.ran())
                .ifPresent(this::addReplaced);
    }

    private void addReplaced(SchedTimes last) {
        replaced = replaced.plus(last);
    }

    /// Whether the times of a compiler's thread were read.
    boolean found() {
        return !times.isEmpty() || replaced.ready() > 0;
    }

    /// Whether there are such threads whose times cannot be read.
    boolean unreadable() {
        return named && !found();
    }
}

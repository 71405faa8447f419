package dev.loombench.observe.proc.thread;

import dev.loombench.observe.proc.ProcessStat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// The kernel's account of one thread: its state, and its times so far, from `stat` and `schedstat`
/// (Linux).
///
/// @param state as in `R` (runnable), `S` (waits) or `D` (waits for a device)
/// @param ranNanos time on a processor
/// @param waitedNanos time in the run queue
public record TaskTimes(char state, long ranNanos, long waitedNanos) {

    /// @param thread its id
    /// @return empty when the thread has ended, and where there is no such account
    public static Optional<TaskTimes> of(long pid, long thread) {
        return of(Path.of("/proc", Long.toString(pid), "task", Long.toString(thread)));
    }

    /// @param task folder of a thread
    static Optional<TaskTimes> of(Path task) {
        try {
            var times = CompilerThreads.SchedTimes.of(Files.readString(task.resolve("schedstat")));
            var state = ProcessStat.of(task).state();
            return times.map(known -> new TaskTimes(state, known.ran(), known.waited()));
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}

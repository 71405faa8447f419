package dev.loombench.observe.proc;

import dev.loombench.observe.ProcessEndedException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// What `/proc/PID/stat` says of a process.
///
/// Source: proc_pid_stat(5).
///
/// @param state as in `R`, `S`, or `Z` for a process that has ended and was not reaped
/// @param userNanos CPU time outside the kernel, all threads, those that ended too; steps of 10 ms
/// @param systemNanos CPU time inside the kernel, likewise
/// @param threads alive now
record ProcessStat(char state, long userNanos, long systemNanos, int threads) {

    /// The kernel tells CPU time in `USER_HZ`, 100 a second on every platform that runs a JVM.
    static final long TICK_NANOS = 10_000_000;

    /// More than the kernel writes: 52 numbers and a name.
    static final int MOST_BYTES = 2048;

    private static final int STATE = 3;
    private static final int USER_TICKS = 14;
    private static final int SYSTEM_TICKS = 15;
    private static final int THREADS = 20;

    /// @throws ProcessEndedException when the process has ended, reaped or not
    static ProcessStat read(long pid) {
        try {
            var stat = parse(Files.readString(Path.of("/proc", Long.toString(pid), "stat")));
            if (stat.ended()) {
                throw new ProcessEndedException(pid);
            }
            return stat;
        } catch (IOException unreadable) {
            if (ProcessHandle.of(pid).isEmpty()) {
                throw new ProcessEndedException(pid);
            }
            throw new UncheckedIOException(unreadable);
        }
    }

    /// The second field is the program's name in parentheses, which may itself hold spaces and
    /// parentheses: the fields proper begin after the last of them.
    static ProcessStat parse(String text) {
        int nameEnd = text.lastIndexOf(')');
        if (nameEnd < 0) {
            throw new IllegalArgumentException("no (name) in stat line \"" + text + "\"");
        }
        var fields = text.substring(nameEnd + 1).trim().split(" ", THREADS);
        if (fields.length <= THREADS - STATE) {
            throw new IllegalArgumentException(
                    "%d fields where at least %d were due in stat line \"%s\""
                            .formatted(fields.length, THREADS - STATE + 1, text));
        }
        return new ProcessStat(
                fields[0].charAt(0),
                Long.parseLong(fields[USER_TICKS - STATE]) * TICK_NANOS,
                Long.parseLong(fields[SYSTEM_TICKS - STATE]) * TICK_NANOS,
                Integer.parseInt(fields[THREADS - STATE]));
    }

    /// By a signal, or by a debugger.
    boolean stopped() {
        return state == 'T' || state == 't';
    }

    boolean ended() {
        return state == 'Z' || state == 'X';
    }
}

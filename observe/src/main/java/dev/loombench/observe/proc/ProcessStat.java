package dev.loombench.observe.proc;

import dev.loombench.observe.ProcessEndedException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// The content of `/proc/PID/stat`.
///
/// Source: proc_pid_stat(5).
///
/// @param state of its first thread, as in `R`, `S`, or `Z` for one that has ended and was not
///   reaped
/// @param parent its process id; 0 for none
/// @param userNanos CPU time outside the kernel, of all threads, including ended ones; steps of 10
///   ms
/// @param systemNanos CPU time inside the kernel, likewise
/// @param childrenNanos CPU time of its child processes that have ended, and of theirs
/// @param threads alive now
public record ProcessStat(
        char state,
        long parent,
        long userNanos,
        long systemNanos,
        long childrenNanos,
        int threads) {

    /// The kernel reports CPU time in `USER_HZ`, 100 per second on every platform that runs a JVM.
    public static final long TICK_NANOS = 10_000_000;

    /// More than the kernel writes: 52 numbers and a name.
    static final int MAX_BYTES = 2048;

    private static final int STATE = 3;
    private static final int PARENT = 4;
    private static final int USER_TICKS = 14;
    private static final int SYSTEM_TICKS = 15;
    private static final int CHILDREN_USER_TICKS = 16;
    private static final int CHILDREN_SYSTEM_TICKS = 17;
    private static final int THREADS = 20;

    /// @throws ProcessEndedException when the process has ended, reaped or not
    public static ProcessStat read(long pid) {
        try {
            var stat = of(Path.of("/proc", Long.toString(pid)));
            if (stat.ended()) {
                throw new ProcessEndedException(pid);
            }
            return stat;
        } catch (IOException e) {
            if (ProcessHandle.of(pid).isEmpty()) {
                throw new ProcessEndedException(pid);
            }
            throw new UncheckedIOException(e);
        }
    }

    /// The name may be of any bytes: the kernel cuts it off after 15, also within a character.
    ///
    /// @param process its folder in `/proc`, or that of one of its threads
    /// @throws IOException when it has ended
    public static ProcessStat of(Path process) throws IOException {
        return parse(Files.readString(process.resolve("stat"), StandardCharsets.ISO_8859_1));
    }

    /// The second field is the program's name in parentheses, which may itself contain spaces and
    /// parentheses: the other fields begin after the last of them.
    static ProcessStat parse(String text) {
        int nameEnd = text.lastIndexOf(')');
        if (nameEnd < 0) {
            throw new IllegalArgumentException("no (name) in stat line \"" + text + "\"");
        }
        var fields = text.substring(nameEnd + 1).trim().split(" ", THREADS);
        if (fields.length <= THREADS - STATE) {
            throw new IllegalArgumentException(
                    "expected at least %d fields, was %d in stat line \"%s\""
                            .formatted(THREADS - STATE + 1, fields.length, text));
        }
        return new ProcessStat(
                fields[0].charAt(0),
                Long.parseLong(fields[PARENT - STATE]),
                nanos(fields, USER_TICKS),
                nanos(fields, SYSTEM_TICKS),
                nanos(fields, CHILDREN_USER_TICKS) + nanos(fields, CHILDREN_SYSTEM_TICKS),
                Integer.parseInt(fields[THREADS - STATE]));
    }

    private static long nanos(String[] fields, int number) {
        return Long.parseLong(fields[number - STATE]) * TICK_NANOS;
    }

    /// Stopped by a signal or by a debugger.
    boolean stopped() {
        return state == 'T' || state == 't';
    }

    /// Its first thread, whose state this is, may end before others.
    boolean ended() {
        return (state == 'Z' || state == 'X') && threads < 2;
    }
}

package dev.loombench.observe.proc;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/// Whether a process can run, by the kernel (`/proc/PID/stat`).
public enum ProcessState {
    LIVE,
    /// Stopped by a signal or a debugger.
    STOPPED,
    /// Ended, and not yet awaited by its parent: a zombie.
    ENDED,
    UNKNOWN;

    private static final int LOOK_MILLIS = 20;

    public static ProcessState of(long pid) {
        try {
            return of(
                    new String(
                            Files.readAllBytes(Path.of("/proc", Long.toString(pid), "stat")),
                            StandardCharsets.ISO_8859_1));
        } catch (IOException e) {
            return UNKNOWN;
        }
    }

    /// Whether a process has ended, or does so within a time.
    public static boolean endsWithin(long pid, Duration limit) {
        long deadline = System.nanoTime() + limit.toNanos();
        while (!hasEnded(pid)) {
            if (System.nanoTime() - deadline >= 0) {
                return false;
            }
            try {
                TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return hasEnded(pid);
            }
        }
        return true;
    }

    private static boolean hasEnded(long pid) {
        return ProcessHandle.of(pid).isEmpty() || of(pid) == ENDED;
    }

    /// @param stat as in `4711 (a name) S 1 ...`; a name may contain `)`
    static ProcessState of(String stat) {
        int state = stat.lastIndexOf(')') + 2;
        return switch (state < stat.length() ? stat.charAt(state) : '?') {
            case 'T', 't' -> STOPPED;
            case 'Z', 'X' -> ENDED;
            case '?' -> UNKNOWN;
            default -> LIVE;
        };
    }
}

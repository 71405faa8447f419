package dev.loombench.observe.proc;

import java.io.IOException;
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
            return of(ProcessStat.of(Path.of("/proc", Long.toString(pid))));
        } catch (IOException e) {
            return UNKNOWN;
        }
    }

    static ProcessState of(ProcessStat stat) {
        if (stat.stopped()) {
            return STOPPED;
        }
        return stat.ended() ? ENDED : LIVE;
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
}

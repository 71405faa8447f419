package dev.loombench.observe.proc;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// Whether a process can run, by the kernel (`/proc/PID/stat`).
public enum ProcessState {
    LIVE,
    /// Stopped by a signal or a debugger.
    STOPPED,
    /// Ended, and not yet awaited by its parent: a zombie.
    ENDED,
    UNKNOWN;

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

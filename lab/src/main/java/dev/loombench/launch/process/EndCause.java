package dev.loombench.launch.process;

import dev.loombench.launch.process.ProcessExit.ExitCause;

/// What led to the end of a process, as far as the lab knows it. Thread-safe.
final class EndCause {
    private static final String OUT_OF_MEMORY = "java.lang.OutOfMemoryError";

    private volatile boolean requested;
    private volatile boolean killed;
    private volatile boolean outOfMemory;

    /// Whether a line of its output reports that a JVM is out of memory, which is recorded. Such a
    /// JVM has to be killed: it may have lost threads that it needs, hang, and ignore a SIGTERM.
    boolean reportsOutOfMemory(String line) {
        if (line.contains(OUT_OF_MEMORY)) {
            outOfMemory = true;
            return true;
        }
        return false;
    }

    /// The lab asks it to end.
    void request() {
        requested = true;
    }

    boolean isRequested() {
        return requested;
    }

    /// The lab kills it.
    void kill() {
        killed = true;
    }

    /// @param otherwise the cause where the lab did not end it
    ExitCause get(ExitCause otherwise) {
        if (outOfMemory) {
            return ExitCause.OUT_OF_MEMORY;
        }
        if (killed) {
            return ExitCause.KILLED;
        }
        return requested ? ExitCause.ON_REQUEST : otherwise;
    }
}

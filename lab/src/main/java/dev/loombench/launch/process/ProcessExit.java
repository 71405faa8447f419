package dev.loombench.launch.process;

import dev.loombench.cgroup.OutOfMemoryKills.Kill;
import java.util.Optional;

/// The end of a server's process.
///
/// @param status exit code; after a signal, 128 plus its number
/// @param kill of a process of its control group by the kernel, while it ran; empty where the lab
///   ended it
public record ProcessExit(int status, ExitCause cause, Optional<Kill> kill) {
    private static final int AFTER_SIGKILL = 137;

    /// An end while the kernel killed no process.
    public enum ExitCause {
        /// It ended without a request.
        UNREQUESTED,
        /// It ended on request.
        ON_REQUEST,
        /// It did not end on request, and was killed.
        KILLED,
        /// Its process that listened on the port ended, and others continued.
        LISTENER_ENDED,
        /// Its output reported an `OutOfMemoryError`, after which it was killed, or ended without a
        /// request.
        OUT_OF_MEMORY
    }

    /// One clause for a message, as in `ended with exit code 1`.
    public String describe() {
        return kill.map(this::describe).orElseGet(this::describeCause);
    }

    /// `was killed by the kernel: out of memory (limit 512 MiB)`, or the end of a process after one
    /// of its others was.
    private String describe(Kill byKernel) {
        return cause == ExitCause.UNREQUESTED && status == AFTER_SIGKILL
                ? "was killed by the kernel: " + byKernel.cause()
                : describeCause() + "; " + byKernel.describe();
    }

    private String describeCause() {
        var how = status > 128 ? "signal " + (status - 128) : "exit code " + status;
        return switch (cause) {
            case UNREQUESTED -> "ended by itself with " + how;
            case ON_REQUEST -> "ended on request with " + how;
            case KILLED -> "did not end on request and was killed";
            case LISTENER_ENDED -> "lost its process that listened on the port";
            case OUT_OF_MEMORY -> "ran out of memory and ended with " + how;
        };
    }
}

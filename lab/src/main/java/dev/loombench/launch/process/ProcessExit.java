package dev.loombench.launch.process;

/// The end of a server's process.
///
/// @param status exit code; after a signal, 128 plus its number
public record ProcessExit(int status, ExitCause cause) {

    public enum ExitCause {
        /// It ended without a request.
        UNREQUESTED,
        /// It ended on request.
        ON_REQUEST,
        /// It did not end on request, and was killed.
        KILLED,
        /// Its process that listened on the port ended, and others continued.
        LISTENER_ENDED,
        /// Its output reported an `OutOfMemoryError`, after which it was killed.
        OUT_OF_MEMORY
    }

    /// One clause for a message, as in `ended with exit code 1`.
    public String describe() {
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

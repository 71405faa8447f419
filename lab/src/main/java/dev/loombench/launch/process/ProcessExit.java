package dev.loombench.launch.process;

/// How a server's process ended.
///
/// @param status its exit code; above 128 the signal it died of, plus 128
public record ProcessExit(int status, ExitCause manner) {

    public enum ExitCause {
        /// Nobody had asked it to leave.
        BY_ITSELF,
        /// It left when asked to.
        ON_REQUEST,
        /// It did not leave when asked to, and was killed.
        KILLED,
        /// Its log spoke of an `OutOfMemoryError`, and it was killed if it was still there.
        OUT_OF_MEMORY
    }

    /// One clause for a message, as in `ended with exit code 1`.
    public String describe() {
        var how = status > 128 ? "signal " + (status - 128) : "exit code " + status;
        return switch (manner) {
            case BY_ITSELF -> "ended by itself with " + how;
            case ON_REQUEST -> "left on request with " + how;
            case KILLED -> "did not leave on request and was killed";
            case OUT_OF_MEMORY -> "ran out of memory and ended with " + how;
        };
    }
}

package dev.loombench.result.store;

/// Results that cannot be read or written: a full disk, a folder without a run. The message names
/// the file and the reason.
public final class ResultError extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public ResultError(String message) {
        super(message);
    }

    public ResultError(String message, Throwable cause) {
        super(message, cause);
    }
}

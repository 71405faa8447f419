package dev.loombench.result.store;

/// Results that cannot be read or written: a full disk, a folder that is no run. The message says
/// which and why.
public final class ResultError extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public ResultError(String message) {
        super(message);
    }

    public ResultError(String message, Throwable cause) {
        super(message, cause);
    }
}

package dev.loombench.observe.jvm;

import java.time.Duration;

/// Thrown when a JVM does not reply within a limit: it is stopped, or busy with a long operation.
public final class NoReplyException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String message;

    NoReplyException(long pid, Duration limit) {
        message = "process %d did not reply within %d s".formatted(pid, limit.toSeconds());
    }

    @Override
    public String getMessage() {
        return message;
    }
}

package dev.loombench.observe;

/// Thrown when the observed process has ended.
public final class ProcessEndedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final long pid;

    public ProcessEndedException(long pid) {
        this.pid = pid;
    }

    @Override
    public String getMessage() {
        return "process " + pid + " has ended";
    }
}

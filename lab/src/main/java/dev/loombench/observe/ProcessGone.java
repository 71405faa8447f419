package dev.loombench.observe;

/// The process that was looked at has ended.
public final class ProcessGone extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final long pid;

    public ProcessGone(long pid) {
        this.pid = pid;
    }

    @Override
    public String getMessage() {
        return "process " + pid + " has ended";
    }
}

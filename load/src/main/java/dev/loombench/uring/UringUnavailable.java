package dev.loombench.uring;

/// Thrown when this process cannot create a ring; the message gives the reason, in words fit for a
/// report.
public final class UringUnavailable extends Exception {
    private static final long serialVersionUID = 1;

    UringUnavailable(String reason) {
        super(reason);
    }

    public String reason() {
        return String.valueOf(getMessage());
    }
}

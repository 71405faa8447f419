package dev.loombench.uring;

/// This process cannot have a ring; the message says why, and is fit for a report.
public final class UringUnavailable extends Exception {
    private static final long serialVersionUID = 1;

    UringUnavailable(String why) {
        super(why);
    }

    /// Why, in words.
    public String why() {
        return String.valueOf(getMessage());
    }
}

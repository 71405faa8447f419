package dev.loombench.diagnose.finding;

/// How much a finding matters, least first.
public enum Severity {
    /// A risk that was not observed.
    NOTE("note"),
    /// The service loses capacity, or is about to.
    WARNING("warning"),
    /// The service stands still, or most of its capacity is lost.
    CRITICAL("critical");

    private final String label;

    Severity(String label) {
        this.label = label;
    }

    /// The name on the command line and in JSON.
    public String label() {
        return label;
    }

    public boolean isAtLeast(Severity other) {
        return compareTo(other) >= 0;
    }
}

package dev.loombench.finding;

/// How much a finding matters, least first. Findings of a load or a result are information, notes
/// or invalid; those of a service are notes, warnings or critical.
public enum Severity {
    /// Limits what a result holds for, by the experiment's design.
    INFORMATION("information"),
    /// A disturbance to remove: the figures hold, but are less precise or may mislead. Of a
    /// service, a risk that was not observed.
    NOTE("note"),
    /// The service loses capacity, or is about to.
    WARNING("warning"),
    /// The service stands still, or most of its capacity is lost.
    CRITICAL("critical"),
    /// The figures are invalid.
    INVALID("invalid");

    private final String label;

    Severity(String label) {
        this.label = label;
    }

    /// The name on the command line and in files: stable.
    public String label() {
        return label;
    }

    public boolean isAtLeast(Severity other) {
        return compareTo(other) >= 0;
    }
}

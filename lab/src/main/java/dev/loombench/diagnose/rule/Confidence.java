package dev.loombench.diagnose.rule;

/// How certain a finding is.
public enum Confidence {
    /// It follows from one kind of evidence, which other causes may explain.
    MEDIUM("medium"),
    /// The cause itself was observed.
    HIGH("high");

    private final String label;

    Confidence(String label) {
        this.label = label;
    }

    /// The name in JSON.
    public String label() {
        return label;
    }
}

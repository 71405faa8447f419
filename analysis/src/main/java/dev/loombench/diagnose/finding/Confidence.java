package dev.loombench.diagnose.finding;

/// How certain a finding is.
public enum Confidence {
    /// A healthy service may show the same; or as medium, and from files: they show a moment in the
    /// past, and may not belong together.
    LOW("low"),
    /// It follows from one kind of evidence, which other causes may explain.
    MEDIUM("medium"),
    /// The cause itself was observed.
    HIGH("high");

    private final String label;

    Confidence(String label) {
        this.label = label;
    }

    /// That of the same finding from files.
    Confidence fromFiles() {
        return switch (this) {
            case HIGH -> MEDIUM;
            case MEDIUM, LOW -> LOW;
        };
    }

    /// The name in JSON.
    public String label() {
        return label;
    }
}

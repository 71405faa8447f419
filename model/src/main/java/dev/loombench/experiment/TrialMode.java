package dev.loombench.experiment;

import com.fasterxml.jackson.annotation.JsonValue;

/// How the trials of a block share the time.
public enum TrialMode {
    /// All servers of the block are alive, and the load alternates between them.
    INTERLEAVED("interleaved"),

    /// One trial follows the other.
    SEQUENTIAL("sequential");

    private final String label;

    TrialMode(String label) {
        this.label = label;
    }

    /// The name in experiments and in results.
    @JsonValue
    public String label() {
        return label;
    }
}

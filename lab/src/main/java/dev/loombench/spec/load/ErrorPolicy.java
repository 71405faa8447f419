package dev.loombench.spec.load;

import com.fasterxml.jackson.annotation.JsonValue;

/// What requests that fail say of an experiment.
public enum ErrorPolicy {
    /// That something is wrong: beyond one in a thousand, the result must not be relied on.
    INVALIDATE("invalidate"),
    /// What was asked, as under overload: who was refused, or waited beyond the time-out.
    EXPECTED("expected");

    /// Applies where a spec names none.
    public static final ErrorPolicy DEFAULT = INVALIDATE;

    private final String label;

    ErrorPolicy(String label) {
        this.label = label;
    }

    /// As it stands in an experiment.
    @JsonValue
    public String label() {
        return label;
    }
}

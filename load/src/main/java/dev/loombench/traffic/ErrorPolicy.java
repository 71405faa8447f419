package dev.loombench.traffic;

import com.fasterxml.jackson.annotation.JsonValue;

/// What failed requests mean for the result of an experiment.
public enum ErrorPolicy {
    /// More than one failed request in a thousand, and one more, make the result invalid.
    INVALIDATE("invalidate"),
    /// Failed requests are part of the question, as under overload: rejections and timeouts.
    EXPECTED("expected");

    /// The policy of an experiment that names none.
    public static final ErrorPolicy DEFAULT = INVALIDATE;

    private final String label;

    ErrorPolicy(String label) {
        this.label = label;
    }

    /// The name in experiments.
    @JsonValue
    public String label() {
        return label;
    }
}

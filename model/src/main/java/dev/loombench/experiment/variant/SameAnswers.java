package dev.loombench.experiment.variant;

import com.fasterxml.jackson.annotation.JsonValue;

/// What must be equal in the responses of all variants to one request before the load, so that they
/// are compared by the same work.
public enum SameAnswers {
    /// Status, content type and body.
    BODY("body"),
    /// Status and content type.
    STATUS("status"),
    /// Nothing.
    OFF("off");

    private final String label;

    SameAnswers(String label) {
        this.label = label;
    }

    /// The name in experiments and in results.
    @JsonValue
    public String label() {
        return label;
    }
}

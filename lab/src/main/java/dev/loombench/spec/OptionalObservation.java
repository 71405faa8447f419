package dev.loombench.spec;

import com.fasterxml.jackson.annotation.JsonValue;

/// What a server is watched for only when it is asked for, because it costs the server something.
public enum OptionalObservation {
    /// What the JVM allocates outside the heap, by purpose.
    NATIVE_MEMORY("native-memory"),
    /// Virtual threads that wait without letting go of their carrier, with their stacks.
    PINNING("pinning");

    private final String label;

    OptionalObservation(String label) {
        this.label = label;
    }

    /// As written in a spec.
    @JsonValue
    public String label() {
        return label;
    }
}

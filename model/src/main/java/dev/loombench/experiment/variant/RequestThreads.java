package dev.loombench.experiment.variant;

import com.fasterxml.jackson.annotation.JsonValue;

/// The kind of threads that run a service's requests.
public enum RequestThreads {
    PLATFORM("platform-threads"),
    VIRTUAL("virtual-threads");

    private final String label;

    RequestThreads(String label) {
        this.label = label;
    }

    /// The name in experiments and in results.
    @JsonValue
    public String label() {
        return label;
    }

    public RequestThreads other() {
        return this == PLATFORM ? VIRTUAL : PLATFORM;
    }
}

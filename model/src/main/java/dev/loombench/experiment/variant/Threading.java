package dev.loombench.experiment.variant;

import com.fasterxml.jackson.annotation.JsonValue;

/// The threads that run a model's handlers or tasks.
public enum Threading {
    /// Virtual threads, which share a few carriers.
    VIRTUAL("virtual"),

    /// Platform threads, at most as many as the model's pool allows.
    BOUNDED("bounded"),

    /// A platform thread for each request, connection or task in progress.
    UNBOUNDED("unbounded"),

    /// A few threads that never block.
    EVENT_LOOP("event-loop");

    private final String label;

    Threading(String label) {
        this.label = label;
    }

    /// The name in `server.json` and in results.
    @JsonValue
    public String label() {
        return label;
    }
}

package dev.loombench.observe.result;

import com.fasterxml.jackson.annotation.JsonValue;

/// An observation that is off by default because it costs the server CPU or memory.
public enum OptionalObservation {
    /// Memory that the JVM allocates outside the heap, by purpose.
    NATIVE_MEMORY("native-memory"),
    /// Instructions, cycles, context switches and CPU migrations, by the kernel's performance
    /// events.
    COUNTERS("counters"),
    /// Virtual threads that block while pinned to their carrier, with their stacks.
    PINNING("pinning"),
    /// The code that uses the CPU and allocates, by samples of stacks.
    PROFILE("profile");

    private final String label;

    OptionalObservation(String label) {
        this.label = label;
    }

    /// The name in experiments.
    @JsonValue
    public String label() {
        return label;
    }
}

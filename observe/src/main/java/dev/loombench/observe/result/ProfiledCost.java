package dev.loombench.observe.result;

import com.fasterxml.jackson.annotation.JsonValue;

/// What the samples of a profile are of.
public enum ProfiledCost {
    /// CPU time: each sample has the same weight.
    CPU("cpu", "samples"),
    /// Bytes that were allocated in the heap.
    ALLOCATION("allocation", "bytes");

    private final String label;
    private final String unit;

    ProfiledCost(String label, String unit) {
        this.label = label;
        this.unit = unit;
    }

    /// The stable name in files.
    @JsonValue
    public String label() {
        return label;
    }

    /// The unit of a stack's weight.
    public String unit() {
        return unit;
    }
}

package dev.loombench.cli.capacity;

/// The form of the result on standard output.
public enum CapacityFormat {
    text,
    json
}

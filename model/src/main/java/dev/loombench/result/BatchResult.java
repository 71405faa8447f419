package dev.loombench.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.loombench.base.Window;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/// The result of one batch: a program that did its work and ended.
///
/// @param window from the start of its process until the sample after its last task; observations
///   are clipped to it
/// @param tasks number of completed tasks
/// @param workedNanos from its first task to the end of its last, by the program's own clock; empty
///   for a program that does not measure it
/// @param lifeNanos from the start of its process to its end, without the wait for the last sample
/// @param heldNanos mean time that a task occupied its thread; empty for a program that does not
///   report it
public record BatchResult(
        Window window,
        long tasks,
        @JsonProperty("worked") OptionalLong workedNanos,
        long lifeNanos,
        @JsonProperty("held") OptionalLong heldNanos) {
    public BatchResult {
        if (tasks < 1 || lifeNanos < 1) {
            throw new IllegalArgumentException(
                    "a batch of %d tasks in %d ns".formatted(tasks, lifeNanos));
        }
    }

    /// The time that the program measured, or else the life of its process, ns.
    public double elapsedNanos() {
        return workedNanos.orElse(lifeNanos);
    }

    /// Mean time that a task occupied its thread, s.
    public OptionalDouble heldSeconds() {
        return heldNanos.isPresent()
                ? OptionalDouble.of(heldNanos.getAsLong() / 1e9)
                : OptionalDouble.empty();
    }
}

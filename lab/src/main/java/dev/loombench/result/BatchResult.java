package dev.loombench.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/// What became of one batch: a program that did its work and ended.
///
/// @param window from the start of its process until it had been looked at after its last task:
///   what observers saw is clipped to it
/// @param tasks how many it did
/// @param worked from its first task to the end of its last, by the program's own clock, ns; empty
///   for a program that counts nothing
/// @param lifeNanos from the start of its process to its end, without the time it was held to be
///   looked at
/// @param held how long a task kept its thread, mean, ns; empty for a program that does not tell
public record BatchResult(
        @JsonProperty("window") Window window,
        @JsonProperty("tasks") long tasks,
        @JsonProperty("worked") OptionalLong worked,
        @JsonProperty("lifeNanos") long lifeNanos,
        @JsonProperty("held") OptionalLong held) {
    public BatchResult {
        if (tasks < 1 || lifeNanos < 1) {
            throw new IllegalArgumentException(
                    "a batch of %d tasks in %d ns".formatted(tasks, lifeNanos));
        }
    }

    /// What the program counted; all of its life where it counts nothing. ns
    public double elapsedNanos() {
        return worked.orElse(lifeNanos);
    }

    public OptionalDouble heldSeconds() {
        return held.isPresent()
                ? OptionalDouble.of(held.getAsLong() / 1e9)
                : OptionalDouble.empty();
    }
}

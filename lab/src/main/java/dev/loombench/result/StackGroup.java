package dev.loombench.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/// Threads that a dump found doing the same: of one kind, in one state, with one stack.
///
/// @param state as in `TIMED_WAITING`; empty where the JVM does not tell, as JDK 21
/// @param count at least 1
/// @param frames from the top, as in `java.lang.Thread.sleep(Thread.java:540)`; the deepest ones
///   are left out
public record StackGroup(
        @JsonProperty("kind") ThreadKind kind,
        @JsonProperty("state") String state,
        @JsonProperty("count") int count,
        @JsonProperty("frames") List<String> frames) {

    /// What a thread is to the operating system and to virtual threads.
    public enum ThreadKind {
        @JsonProperty("platform")
        PLATFORM,
        /// A platform thread that runs virtual ones.
        @JsonProperty("carrier")
        CARRIER,
        @JsonProperty("virtual")
        VIRTUAL
    }

    public StackGroup {
        if (count < 1) {
            throw new IllegalArgumentException("a group of %d threads".formatted(count));
        }
        frames = List.copyOf(frames);
    }
}

package dev.loombench.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/// Waits of virtual threads that held their carrier, all with one stack.
///
/// @param count at least 1
/// @param nanos of all of them together
/// @param frames from the top, as in `java.lang.Thread.sleep(Thread.java:540)`; the deepest ones
///   are left out
public record PinnedWaitGroup(
        @JsonProperty("count") int count,
        @JsonProperty("nanos") long nanos,
        @JsonProperty("frames") List<String> frames) {
    public PinnedWaitGroup {
        frames = List.copyOf(frames);
    }
}

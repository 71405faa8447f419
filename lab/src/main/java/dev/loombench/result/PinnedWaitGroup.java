package dev.loombench.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/// Waits of virtual threads that kept their carrier, all with the same stack.
///
/// @param count at least 1
/// @param nanos total time of these waits
/// @param frames from the top, as in `java.lang.Thread.sleep(Thread.java:540)`; the deepest ones
///   are omitted
public record PinnedWaitGroup(
        @JsonProperty("count") int count,
        @JsonProperty("nanos") long nanos,
        @JsonProperty("frames") List<String> frames) {
    public PinnedWaitGroup {
        frames = List.copyOf(frames);
    }
}

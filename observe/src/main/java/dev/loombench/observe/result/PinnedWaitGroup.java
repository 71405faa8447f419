package dev.loombench.observe.result;

import java.util.List;

/// Waits of virtual threads that kept their carrier, all with the same stack.
///
/// @param count at least 1
/// @param nanos total time of these waits
/// @param frames from the top, as in `java.lang.Thread.sleep(Thread.java:540)`; the deepest ones
///   are omitted
public record PinnedWaitGroup(int count, long nanos, List<String> frames) {
    public PinnedWaitGroup {
        frames = List.copyOf(frames);
    }
}

package dev.loombench.observe.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/// Threads of a dump with the same kind, state and stack.
///
/// @param state as in `TIMED_WAITING`; empty where the JVM does not report it, as in JDK 21
/// @param count at least 1
/// @param frames from the top, as in `java.lang.Thread.sleep(Thread.java:540)`; the deepest ones
///   are omitted
public record StackGroup(ThreadKind kind, String state, int count, List<String> frames) {
    /// Frames that are kept of a stack. A call over TLS has about 20 frames of the JDK above the
    /// first of the application.
    public static final int MOST_FRAMES = 32;

    /// The kind of a thread.
    public enum ThreadKind {
        @JsonProperty("platform")
        PLATFORM,
        /// A platform thread that runs virtual threads.
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

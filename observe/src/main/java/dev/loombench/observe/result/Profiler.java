package dev.loombench.observe.result;

import com.fasterxml.jackson.annotation.JsonValue;

/// A profiler of a JVM.
public enum Profiler {
    /// Samples every thread of the process by the kernel's timers of CPU time, in Java code, native
    /// code and the JVM itself: collector and compilers too.
    ASYNC_PROFILER("async-profiler", true),
    /// Samples threads in Java code, and one at a time in native code; nothing of the JVM itself.
    FLIGHT_RECORDER("flight-recorder", false);

    private final String label;
    private final boolean wholeProcess;

    Profiler(String label, boolean wholeProcess) {
        this.label = label;
        this.wholeProcess = wholeProcess;
    }

    /// The stable name in files.
    @JsonValue
    public String label() {
        return label;
    }

    /// Whether its samples of the CPU are of all threads of the process, and in proportion to their
    /// CPU time.
    public boolean wholeProcess() {
        return wholeProcess;
    }
}

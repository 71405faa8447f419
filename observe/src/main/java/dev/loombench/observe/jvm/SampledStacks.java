package dev.loombench.observe.jvm;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Stacks of virtual threads on carriers, by Flight Recorder's samplers of Java code and of native
/// methods. Before JDK 24 the JVM prints no such stacks.
///
/// A thread that waits within the JVM, as one that is parked while pinned, is not sampled.
final class SampledStacks {
    private static final String JAVA = "jdk.ExecutionSample";
    private static final String NATIVE = "jdk.NativeMethodSample";
    private static final String PERIOD = "200 ms";

    /// One thread per period is sampled in native code, so that all have their turn in some
    /// seconds.
    private static final String NATIVE_PERIOD = "100 ms";

    private SampledStacks() {}

    /// Settings of a recording that has them.
    static Map<String, String> settings() {
        return Map.of(
                JAVA + "#enabled",
                "true",
                JAVA + "#period",
                PERIOD,
                NATIVE + "#enabled",
                "true",
                NATIVE + "#period",
                NATIVE_PERIOD);
    }

    /// @return number of the virtual thread -> its last stack, from the top
    static Map<Long, List<String>> read(Path recording) throws IOException {
        var stacks = new HashMap<Long, List<String>>();
        Recordings.read(
                recording,
                events -> {
                    while (events.hasMoreEvents()) {
                        var event = events.readEvent();
                        var type = event.getEventType().getName();
                        if (type.equals(JAVA) || type.equals(NATIVE)) {
                            var thread = event.getThread("sampledThread");
                            var frames = RecordedPins.frames(event);
                            if (thread != null && thread.isVirtual() && !frames.isEmpty()) {
                                stacks.put(thread.getJavaThreadId(), frames);
                            }
                        }
                    }
                });
        return Map.copyOf(stacks);
    }
}

package dev.loombench.observe.jvm;

import dev.loombench.observe.result.Observation.Pinned;
import dev.loombench.observe.result.PinnedWaitGroup;
import java.io.IOException;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordingFile;

/// Waits of virtual threads that keep their carrier: a Flight Recorder recording in the server,
/// started with the session and stored in the trial's folder as `recording.jfr`.
///
/// Waits below 1 ms are not recorded. A thread that blocks in native code or in file I/O keeps its
/// carrier too, but causes no such event.
///
/// Cost to the server (JDK 25, 2 shared cores of a virtual machine): 0.4 s of CPU once, 2 ms of CPU
/// per second, and 16 MiB in RAM; and a stack per event.
final class PinnedWaits {
    static final String SUBJECT = "jvm.pinned";
    private static final String EVENT = "jdk.VirtualThreadPinned";

    /// Limits of the stacks kept, and of the frames of each: the file has all.
    private static final int STACKS = 40;

    private static final int FRAMES = 14;

    /// Settings of a recording that has them.
    static Map<String, String> settings() {
        return Map.of(
                EVENT + "#enabled", "true",
                EVENT + "#stackTrace", "true",
                EVENT + "#threshold", "1 ms");
    }

    private PinnedWaits() {}

    /// @param from start of the interval, inclusive
    /// @param to its end, exclusive
    static Pinned read(Path file, Instant from, Instant to) throws IOException {
        var waits = new HashMap<List<String>, PinnedWaitGroup>();
        try (var events = new RecordingFile(file)) {
            while (events.hasMoreEvents()) {
                var event = events.readEvent();
                var start = event.getStartTime();
                if (event.getEventType().getName().equals(EVENT)
                        && !start.isBefore(from)
                        && start.isBefore(to)) {
                    var frames = frames(event);
                    waits.merge(
                            frames,
                            new PinnedWaitGroup(1, event.getDuration().toNanos(), frames),
                            (a, b) ->
                                    new PinnedWaitGroup(
                                            a.count() + b.count(), a.nanos() + b.nanos(), frames));
                }
            }
        }
        var all = new ArrayList<>(waits.values());
        all.sort(Comparator.comparingLong(PinnedWaitGroup::nanos).reversed());
        return new Pinned(
                JvmObserver.NAME,
                all.stream().mapToLong(PinnedWaitGroup::count).sum(),
                all.stream().mapToLong(PinnedWaitGroup::nanos).sum(),
                OptionalLong.of(Duration.between(from, to).toNanos()),
                all.stream().limit(STACKS).toList());
    }

    static List<String> frames(RecordedEvent event) {
        var stack = event.getStackTrace();
        return stack == null
                ? List.of()
                : stack.getFrames().stream().limit(FRAMES).map(PinnedWaits::describe).toList();
    }

    private static String describe(RecordedFrame frame) {
        var method = frame.getMethod();
        var where =
                Modifier.isNative(method.getModifiers())
                        ? "Native Method"
                        : "line " + frame.getLineNumber();
        return "%s.%s(%s)".formatted(method.getType().getName(), method.getName(), where);
    }
}

package dev.loombench.observe.jvm;

import dev.loombench.observe.result.Observation.Pinned;
import dev.loombench.observe.result.PinnedWaitGroup;
import dev.loombench.observe.result.StackGroup;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;

/// The pinned waits in the events of a recording, those with equal stacks added up.
public final class RecordedPins {
    public static final String EVENT = "jdk.VirtualThreadPinned";

    /// Limit of the stacks kept: the file has all.
    private static final int STACKS = 40;

    private final Map<List<String>, PinnedWaitGroup> waits = new HashMap<>();

    /// @param event of a pinned wait
    public void add(RecordedEvent event) {
        add(frames(event), event.getDuration().toNanos());
    }

    /// Adds the part of a wait between two instants; nothing of one outside of them.
    void add(RecordedEvent event, Instant from, Instant to) {
        long nanos = nanosWithin(event.getStartTime(), event.getEndTime(), from, to);
        if (nanos > 0) {
            add(frames(event), nanos);
        }
    }

    /// The part of a time from `start` to `end` that is between `from` and `to`, ns; 0 for none.
    static long nanosWithin(Instant start, Instant end, Instant from, Instant to) {
        var first = start.isAfter(from) ? start : from;
        var last = end.isBefore(to) ? end : to;
        return Math.max(0, Duration.between(first, last).toNanos());
    }

    private void add(List<String> frames, long nanos) {
        waits.merge(
                frames,
                new PinnedWaitGroup(1, nanos, frames),
                (a, b) ->
                        new PinnedWaitGroup(a.count() + b.count(), a.nanos() + b.nanos(), frames));
    }

    /// @param observedNanos time in which waits were recorded
    public Pinned pinned(long observedNanos) {
        var all =
                waits.values().stream()
                        .sorted(Comparator.comparingLong(PinnedWaitGroup::nanos).reversed())
                        .toList();
        return new Pinned(
                JvmObserver.NAME,
                all.stream().mapToLong(PinnedWaitGroup::count).sum(),
                all.stream().mapToLong(PinnedWaitGroup::nanos).sum(),
                observedNanos,
                all.stream().limit(STACKS).toList());
    }

    /// The stack of an event from the top, as in `Shop.order(line 30)`; empty without one.
    public static List<String> frames(RecordedEvent event) {
        var stack = event.getStackTrace();
        return stack == null
                ? List.of()
                : stack.getFrames().stream()
                        .limit(StackGroup.MOST_FRAMES)
                        .map(RecordedPins::describe)
                        .toList();
    }

    private static String describe(RecordedFrame frame) {
        var method = frame.getMethod();
        var type = type(method);
        return "%s%s(%s)"
                .formatted(
                        type.isEmpty() ? "" : type + ".",
                        method.getName(),
                        place(Modifier.isNative(method.getModifiers()), frame.getLineNumber()));
    }

    /// The name of a method's class; empty for native code, which may have none in a recording of
    /// async-profiler.
    public static String type(RecordedMethod method) {
        var type = method.getType();
        return type == null ? "" : Objects.requireNonNullElse(type.getName(), "");
    }

    /// The words of a stack trace.
    ///
    /// @param line negative where it is not known
    static String place(boolean isNative, int line) {
        if (isNative) {
            return "Native Method";
        }
        return line < 0 ? "Unknown Source" : "line " + line;
    }
}

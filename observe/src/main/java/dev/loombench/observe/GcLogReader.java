package dev.loombench.observe;

import dev.loombench.observe.GcLog.HeapAfter;
import dev.loombench.observe.result.Observation.Event;
import dev.loombench.observe.result.Observation.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The pauses and heap sizes of one log of garbage collections from a time on, line by line.
final class GcLogReader {
    private final long startNanos;
    private final List<Event> pauses = new ArrayList<>();
    private final List<Point> heapAfter = new ArrayList<>();
    private Optional<HeapAfter> latest = Optional.empty();
    private Content content = Content.NONE;
    private boolean latestUnknown;
    private boolean unknown;

    /// What the lines have shown so far.
    enum Content {
        NONE,
        /// No line with a time.
        OTHER,
        TIMES
    }

    /// @param startNanos what ended before is omitted
    GcLogReader(long startNanos) {
        this.startNanos = startNanos;
    }

    void add(String line) {
        unknown = unknown || latestUnknown; // it is followed by a line, so it is complete
        latestUnknown = GcLog.isUnknownPause(line);
        if (content != Content.TIMES) {
            content = GcLog.isTimestamped(line) ? Content.TIMES : Content.OTHER;
        }
        GcLog.pause(line)
                .filter(pause -> isInSession(pause.nanos() + pause.durationNanos()))
                .ifPresent(pauses::add);
        GcLog.heapAfter(line)
                .filter(heap -> isInSession(heap.point().nanos()))
                .ifPresent(this::add);
    }

    private boolean isInSession(long nanos) {
        return nanos - startNanos >= 0;
    }

    /// Replaces the size after a cleanup by a later one of the same cycle.
    private void add(HeapAfter heap) {
        if (latest.filter(before -> before.cleanup() && before.cycle() == heap.cycle())
                .isPresent()) {
            heapAfter.removeLast();
        }
        heapAfter.add(heap.point());
        latest = Optional.of(heap);
    }

    Content content() {
        return content;
    }

    List<Event> pauses() {
        return pauses;
    }

    List<Point> heapAfter() {
        return heapAfter;
    }

    /// Whether pauses were left out because their form is unknown.
    boolean hasUnknownPauses() {
        return unknown;
    }
}

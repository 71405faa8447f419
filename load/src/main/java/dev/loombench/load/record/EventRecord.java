package dev.loombench.load.record;

import static java.util.Objects.requireNonNull;

import dev.loombench.load.result.ErrorKind;
import dev.loombench.load.result.LoadResult.Events;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Histogram;

/// A worker's figures of the events of a window.
final class EventRecord {
    long count;

    /// Good responses that had none.
    long withoutEvent;

    /// Messages of WebSocket without a request.
    long unrequested;

    final Histogram first = histogram();
    final Histogram between = histogram();
    private final Map<ErrorKind, LongAdder> closed = new EnumMap<>(ErrorKind.class);

    /// What was wrong with the bytes for the first failure of a kind.
    final Map<ErrorKind, String> faults = new EnumMap<>(ErrorKind.class);

    private static Histogram histogram() {
        return new Histogram(
                IntervalHistograms.LOWEST, IntervalHistograms.HIGHEST, IntervalHistograms.DIGITS);
    }

    void closed(ErrorKind error) {
        closed.computeIfAbsent(error, _ -> new LongAdder()).increment();
    }

    /// The sum of all workers' records; empty without any.
    static Optional<Events> sum(List<EventRecord> workers) {
        if (workers.isEmpty()) {
            return Optional.empty();
        }
        long count = 0;
        long withoutEvent = 0;
        long unrequested = 0;
        var first = histogram();
        var between = histogram();
        var closed = new HashMap<String, Long>();
        var faults = new HashMap<String, String>();
        for (var worker : workers) {
            count += worker.count;
            withoutEvent += worker.withoutEvent;
            unrequested += worker.unrequested;
            first.add(worker.first);
            between.add(worker.between);
            for (var error : worker.closed.keySet()) {
                long number = requireNonNull(worker.closed.get(error)).sum();
                closed.merge(error.label(), number, Long::sum);
            }
            worker.faults.forEach((error, found) -> faults.putIfAbsent(error.label(), found));
        }
        return Optional.of(
                new Events(count, withoutEvent, unrequested, first, between, closed, faults));
    }
}

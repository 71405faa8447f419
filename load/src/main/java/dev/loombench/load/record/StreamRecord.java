package dev.loombench.load.record;

import static java.util.Objects.requireNonNull;

import dev.loombench.load.result.ErrorKind;
import dev.loombench.load.result.LoadResult.Streams;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Histogram;

/// A worker's figures of the streams of a window.
final class StreamRecord {
    long events;
    final Histogram firstEvent = histogram();
    final Histogram betweenEvents = histogram();
    private final Map<ErrorKind, LongAdder> closed = new EnumMap<>(ErrorKind.class);

    private static Histogram histogram() {
        return new Histogram(
                IntervalHistograms.LOWEST, IntervalHistograms.HIGHEST, IntervalHistograms.DIGITS);
    }

    void closed(ErrorKind error) {
        closed.computeIfAbsent(error, _ -> new LongAdder()).increment();
    }

    /// The sum of all workers' records; empty without any.
    static Optional<Streams> sum(List<StreamRecord> workers) {
        if (workers.isEmpty()) {
            return Optional.empty();
        }
        long events = 0;
        var first = histogram();
        var between = histogram();
        var closed = new HashMap<String, Long>();
        for (var worker : workers) {
            events += worker.events;
            first.add(worker.firstEvent);
            between.add(worker.betweenEvents);
            for (var error : worker.closed.keySet()) {
                long count = requireNonNull(worker.closed.get(error)).sum();
                closed.merge(error.label(), count, Long::sum);
            }
        }
        return Optional.of(new Streams(events, first, between, closed));
    }
}

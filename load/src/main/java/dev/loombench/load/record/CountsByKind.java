package dev.loombench.load.record;

import static java.util.Objects.requireNonNull;

import dev.loombench.load.result.ErrorKind;
import dev.loombench.load.result.LoadResult.RequestCounts;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/// A worker's counts of a window's requests, per kind in the mix.
final class CountsByKind {
    private final long[] started;
    private final long[] succeeded;

    private final List<Map<ErrorKind, LongAdder>> failed = new ArrayList<>();

    CountsByKind(int kinds) {
        started = new long[kinds];
        succeeded = new long[kinds];
        for (int kind = 0; kind < kinds; kind++) {
            var counts = new EnumMap<ErrorKind, LongAdder>(ErrorKind.class);
            for (var error : ErrorKind.values()) {
                counts.put(error, new LongAdder());
            }
            failed.add(counts);
        }
    }

    void started(int kind) {
        started[kind]++;
    }

    void succeeded(int kind) {
        succeeded[kind]++;
    }

    void failed(int kind, ErrorKind error) {
        count(kind, error).increment();
    }

    private LongAdder count(int kind, ErrorKind error) {
        return requireNonNull(failed.get(kind).get(error));
    }

    /// The sum of all workers' counts of one kind.
    static RequestCounts sum(List<CountsByKind> workers, int kind, String name) {
        long sent = 0;
        long succeeded = 0;
        var errors = new HashMap<String, Long>();
        for (var worker : workers) {
            sent += worker.started[kind];
            succeeded += worker.succeeded[kind];
            for (var error : ErrorKind.values()) {
                long count = worker.count(kind, error).sum();
                if (count > 0) {
                    errors.merge(error.label(), count, Long::sum);
                }
            }
        }
        return new RequestCounts(name, sent, succeeded, errors);
    }
}

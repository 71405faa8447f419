package dev.loombench.load.record;

import static java.util.Objects.requireNonNull;

import dev.loombench.result.ErrorKind;
import dev.loombench.result.LoadResult.RequestCounts;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/// The window's requests, counted for each kind that is mixed; one a loop.
final class CountsByKind {
    private final long[] begun;
    private final long[] answered;

    private final List<Map<ErrorKind, LongAdder>> failed = new ArrayList<>();

    CountsByKind(int kinds) {
        begun = new long[kinds];
        answered = new long[kinds];
        for (int kind = 0; kind < kinds; kind++) {
            var counts = new EnumMap<ErrorKind, LongAdder>(ErrorKind.class);
            for (var fault : ErrorKind.values()) {
                counts.put(fault, new LongAdder());
            }
            failed.add(counts);
        }
    }

    void begun(int kind) {
        begun[kind]++;
    }

    void answered(int kind) {
        answered[kind]++;
    }

    void failed(int kind, ErrorKind fault) {
        count(kind, fault).increment();
    }

    private LongAdder count(int kind, ErrorKind fault) {
        return requireNonNull(failed.get(kind).get(fault));
    }

    /// What the loops counted together of one kind.
    static RequestCounts sum(List<CountsByKind> loops, int kind, String name) {
        long sent = 0;
        long good = 0;
        var errors = new HashMap<String, Long>();
        for (var loop : loops) {
            sent += loop.begun[kind];
            good += loop.answered[kind];
            for (var fault : ErrorKind.values()) {
                long count = loop.count(kind, fault).sum();
                if (count > 0) {
                    errors.merge(fault.label(), count, Long::sum);
                }
            }
        }
        return new RequestCounts(name, sent, good, errors);
    }
}

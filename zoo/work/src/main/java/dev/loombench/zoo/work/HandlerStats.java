package dev.loombench.zoo.work;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/// Counts the requests in a handler and their time there: the server's own view of its concurrency.
///
/// Requests that wait in a pool's queue or are still unread do not count.
final class HandlerStats {
    private final AtomicInteger now = new AtomicInteger();
    private final AtomicInteger highest = new AtomicInteger();
    private final LongAdder left = new LongAdder();
    private final LongAdder nanos = new LongAdder();

    /// @return the time of entry, for `leave`
    long enter() {
        int entered = now.incrementAndGet();
        if (entered > highest.get()) {
            highest.accumulateAndGet(entered, Math::max);
        }
        return System.nanoTime();
    }

    void leave(long since) {
        nanos.add(System.nanoTime() - since);
        left.increment();
        now.decrementAndGet();
    }

    /// Returns `now highest left nanos`, as in `3 17 1042 52130000000`: requests in a handler now,
    /// their maximum so far, requests that have left a handler since the start, and the total time
    /// of the latter in it, ns.
    @Override
    public String toString() {
        return "%d %d %d %d".formatted(now.get(), highest.get(), left.sum(), nanos.sum());
    }
}

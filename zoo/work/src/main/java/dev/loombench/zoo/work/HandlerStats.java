package dev.loombench.zoo.work;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/// How many requests are in a handler, and how long they were in one: the server's own view of its
/// concurrency and of its time.
///
/// Requests that the server holds back, in a pool's queue or unread, do not count.
final class HandlerStats {
    private final AtomicInteger now = new AtomicInteger();
    private final AtomicInteger highest = new AtomicInteger();
    private final LongAdder left = new LongAdder();
    private final LongAdder nanos = new LongAdder();

    /// @return when, for `leave`
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

    /// `now highest left nanos`, as in `3 17 1042 52130000000`: requests in a handler now, the most
    /// there were at once, those that have left one since the start, and the time that these were
    /// in it, added up, ns.
    @Override
    public String toString() {
        return "%d %d %d %d".formatted(now.get(), highest.get(), left.sum(), nanos.sum());
    }
}

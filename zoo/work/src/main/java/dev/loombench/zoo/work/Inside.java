package dev.loombench.zoo.work;

import java.util.concurrent.atomic.AtomicInteger;

/// How many requests are in a handler: the server's own view of its concurrency.
///
/// Requests that the server holds back, in a pool's queue or unread, do not count.
final class Inside {
    private final AtomicInteger now = new AtomicInteger();
    private final AtomicInteger highest = new AtomicInteger();

    void enter() {
        int entered = now.incrementAndGet();
        if (entered > highest.get()) {
            highest.accumulateAndGet(entered, Math::max);
        }
    }

    void leave() {
        now.decrementAndGet();
    }

    /// `now highest`, as in `3 17`.
    @Override
    public String toString() {
        return now.get() + " " + highest.get();
    }
}

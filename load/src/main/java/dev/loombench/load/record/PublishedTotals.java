package dev.loombench.load.record;

import java.util.concurrent.atomic.AtomicLong;

/// The totals of a worker since its start, as of its latest iteration, for other threads.
public final class PublishedTotals {
    private final AtomicLong succeeded = new AtomicLong();
    private final AtomicLong responseNanos = new AtomicLong();
    private final AtomicLong errors = new AtomicLong();
    private final AtomicLong inFlight = new AtomicLong();
    private final AtomicLong open = new AtomicLong();
    private final AtomicLong overdueNanos = new AtomicLong();

    PublishedTotals() {}

    void publish(
            long allSucceeded,
            long allResponseNanos,
            long allErrors,
            int nowInFlight,
            int nowOpen,
            long nowOverdueNanos) {
        succeeded.setRelease(allSucceeded);
        responseNanos.setRelease(allResponseNanos);
        errors.setRelease(allErrors);
        inFlight.setRelease(nowInFlight);
        open.setRelease(nowOpen);
        overdueNanos.setRelease(nowOverdueNanos);
    }

    /// Good responses.
    public long succeeded() {
        return succeeded.getAcquire();
    }

    /// The sum of their response times, ns.
    public long responseNanos() {
        return responseNanos.getAcquire();
    }

    /// Failed requests.
    public long errors() {
        return errors.getAcquire();
    }

    /// Requests sent whose response is pending.
    public long inFlight() {
        return inFlight.getAcquire();
    }

    /// Open connections.
    public long open() {
        return open.getAcquire();
    }

    /// How long the oldest arrival has waited for a free connection; 0 while none waits.
    public long overdueNanos() {
        return overdueNanos.getAcquire();
    }
}

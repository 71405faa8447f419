package dev.loombench.governor.admission;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/// A bound on requests in flight, safe for use by any number of threads.
///
/// ```java
/// switch (limit.tryAcquire()) {
///     case Admission.Rejected(var retryAfter) -> answer(503, retryAfter);
///     case Admission.Permit permit -> {
///         try (permit) {
///             handle();
///         } // what fails should call `permit.failed()` first: its time says nothing
///     }
/// }
/// ```
///
/// There is no queue: who is turned away knows at once. Nobody is let in above the limit, but for
/// the shares that two classes have of their own; when it falls, those who are inside may go on. A
/// limit above 1,048,576 counts as that.
public final class AdmissionLimit {
    private static final Duration SHORTEST_RETRY = Duration.ofMillis(1);
    private static final int MOST = 1 << 20;

    private final Limit limit;
    private final LongSupplier nanoTime;

    /// One number for all classes, so that no thread sees a class counted and the total not.
    private final AtomicLong counts = new AtomicLong();

    private final ReentrantLock learning = new ReentrantLock();

    private volatile int current;
    private volatile Admission.Rejected rejected = new Admission.Rejected(SHORTEST_RETRY);

    public AdmissionLimit(Limit limit) {
        this(limit, System::nanoTime);
    }

    AdmissionLimit(Limit limit, LongSupplier nanoTime) {
        this.limit = limit;
        this.nanoTime = nanoTime;
        this.current = Math.min(MOST, limit.limit());
    }

    /// Begins at 20 requests and finds its own number, 1,000 at most.
    public static AdmissionLimit adaptive() {
        return new AdmissionLimit(new GradientLimit(20, 1_000));
    }

    public Admission tryAcquire() {
        return tryAcquire(Priority.NORMAL);
    }

    public Admission tryAcquire(Priority priority) {
        int bound = current;
        int own = Priority.reserved(bound);
        int reach = priority.ceiling(bound);
        long before = counts.get();
        while (priority.count(before) < own || Priority.total(before) < reach) {
            long seen = counts.compareAndExchange(before, before + priority.one());
            if (seen == before) {
                int now = Priority.total(before) + 1;
                return new Admission.Permit(this, priority, nanoTime.getAsLong(), now);
            }
            before = seen;
        }
        return rejected;
    }

    void release(Priority priority) {
        counts.addAndGet(-priority.one());
    }

    /// Those who end while another is being learnt from are not waited for: any sample will do.
    void learn(long began, int inFlightThen) {
        if (!learning.tryLock()) {
            return;
        }
        try {
            limit.onSample(began, nanoTime.getAsLong(), inFlightThen);
            current = Math.min(MOST, limit.limit());
            var retry =
                    Duration.ofNanos(Math.max(SHORTEST_RETRY.toNanos(), limit.medianRttNanos()));
            if (!retry.equals(rejected.retryAfter())) {
                rejected = new Admission.Rejected(retry);
            }
        } finally {
            learning.unlock();
        }
    }

    /// The limit in force.
    public int limit() {
        return current;
    }

    public int inFlight() {
        return Priority.total(counts.get());
    }
}

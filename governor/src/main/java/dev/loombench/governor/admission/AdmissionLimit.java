package dev.loombench.governor.admission;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// A limit on requests in flight, safe for use by any number of threads.
///
/// ```java
/// switch (limit.tryAcquire()) {
///     case Admission.Rejected(var retryAfter) -> respond(503, retryAfter);
///     case Admission.Permit permit -> {
///         try (permit) {
///             permit.yieldToWaitingRequests();
///             handle();
///         } // a failed request should call `permit.ignore()` first
///     }
/// }
/// ```
///
/// There is no queue: requests are rejected at once. They are admitted only below the limit, except
/// for the reserved shares of two priorities, and of `Partitions`. When the limit falls, admitted
/// requests continue. A limit above 1,048,576 counts as that.
public final class AdmissionLimit {
    private static final Duration MIN_RETRY = Duration.ofMillis(1);
    private static final int MAX_LIMIT = 1 << 20;
    private static final long REPORT_INTERVAL_NANOS = 100_000_000;

    /// 0.29 of 100 is 28.999... in binary.
    private static final double ROUNDING = 1e-9;

    /// The highest number of requests that the count of one priority can hold.
    private static final int MAX_IN_FLIGHT = 2 * MAX_LIMIT - 1;

    private final Limit limit;
    private final LongSupplier nanoTime;

    /// One value for all priorities, so that their counts and the total are always consistent.
    private final AtomicLong counts = new AtomicLong();

    private final LongAdder admittedCount = new LongAdder();
    private final LongAdder rejectedCount = new LongAdder();

    private final ReentrantLock updating = new ReentrantLock();

    private volatile int currentLimit;
    private volatile Admission.Rejected rejected = new Admission.Rejected(MIN_RETRY);

    /// The time at which the limit was last told of a rejection.
    private volatile long rejectionReportedAt;

    /// Whether a request has ended without a sample since then.
    private volatile boolean endedUnsampled;

    public AdmissionLimit(Limit limit) {
        this(limit, System::nanoTime);
    }

    AdmissionLimit(Limit limit, LongSupplier nanoTime) {
        this.limit = limit;
        this.nanoTime = nanoTime;
        this.currentLimit = Math.min(MAX_LIMIT, limit.limit());
        this.rejectionReportedAt = nanoTime.getAsLong() - REPORT_INTERVAL_NANOS;
    }

    /// Creates a limit that starts at 20 requests and adapts, up to 1,000.
    public static AdmissionLimit adaptive() {
        return new AdmissionLimit(new GradientLimit(20, 1_000));
    }

    public Admission tryAcquire() {
        return tryAcquire(Priority.NORMAL);
    }

    public Admission tryAcquire(Priority priority) {
        int bound = currentLimit;
        return admission(
                acquire(priority, Priority.reserved(bound), priority.ceiling(bound), null));
    }

    /// Admits a request of a partition: always while the partition is below its share, otherwise
    /// below the limit, like a request without a partition. A share is one slot or more.
    ///
    /// @param share share of the limit, 0 to 1
    /// @param partition requests in flight of the partition
    Admission tryAcquire(Priority priority, double share, AtomicInteger partition) {
        int bound = currentLimit;
        int slots = slots(share, bound);
        if (slots > 0 && reserve(partition, priority.ceiling(slots))) {
            var permit = acquire(priority, 0, MAX_IN_FLIGHT, partition);
            if (permit == null) {
                partition.decrementAndGet();
            }
            return admission(permit);
        }
        var permit =
                acquire(priority, Priority.reserved(bound), priority.ceiling(bound), partition);
        if (permit != null) {
            partition.incrementAndGet();
        }
        return admission(permit);
    }

    /// The slots of a share: one or more, because a low limit is when a guarantee is needed.
    private static int slots(double share, int bound) {
        return share > 0 ? Math.max(1, (int) (share * bound + ROUNDING)) : 0;
    }

    private static boolean reserve(AtomicInteger partition, int slots) {
        int before = partition.get();
        while (before < slots) {
            int witness = partition.compareAndExchange(before, before + 1);
            if (witness == before) {
                return true;
            }
            before = witness;
        }
        return false;
    }

    private Admission admission(Admission.@Nullable Permit permit) {
        if (permit == null) {
            rejectedCount.increment();
            onRejected();
            return rejected;
        }
        admittedCount.increment();
        return permit;
    }

    /// Tells the limit of a rejection, at most once per interval, because rejections must be cheap.
    private void onRejected() {
        long now = nanoTime.getAsLong();
        // beyond the interval in either direction: the clock may have run backwards
        if (Math.abs(now - rejectionReportedAt) < REPORT_INTERVAL_NANOS || !updating.tryLock()) {
            return;
        }
        try {
            if (Math.abs(now - rejectionReportedAt) < REPORT_INTERVAL_NANOS) {
                return; // another thread was first
            }
            rejectionReportedAt = now;
            if (endedUnsampled) {
                endedUnsampled = false;
                limit.onIgnored();
            }
            limit.onRejected(now, inFlight());
            currentLimit = Math.min(MAX_LIMIT, limit.limit());
        } finally {
            updating.unlock();
        }
    }

    /// Counts a request if its priority has fewer than `reserved` in flight, or all together fewer
    /// than `ceiling`.
    private Admission.@Nullable Permit acquire(
            Priority priority, int reserved, int ceiling, @Nullable AtomicInteger partition) {
        long before = counts.get();
        while (priority.count(before) < reserved || Priority.total(before) < ceiling) {
            long witness = counts.compareAndExchange(before, before + priority.one());
            if (witness == before) {
                int inFlight = Priority.total(before) + 1;
                return new Admission.Permit(
                        this, priority, nanoTime.getAsLong(), inFlight, partition);
            }
            before = witness;
        }
        return null;
    }

    long nanoTime() {
        return nanoTime.getAsLong();
    }

    void release(Priority priority) {
        counts.addAndGet(-priority.one());
    }

    /// Records that a request has ended whose response time says nothing. Rarely written, so that
    /// the failures of many threads share the line of memory.
    void onIgnored() {
        if (!endedUnsampled) {
            endedUnsampled = true;
        }
    }

    /// If another thread is updating the limit, this sample is dropped.
    void onSample(long startNanos, int inFlightAtStart, long waitedNanos) {
        if (!updating.tryLock()) {
            onIgnored();
            return;
        }
        try {
            limit.onSample(startNanos, nanoTime.getAsLong(), inFlightAtStart, waitedNanos);
            currentLimit = Math.min(MAX_LIMIT, limit.limit());
            var retry = Duration.ofNanos(Math.max(MIN_RETRY.toNanos(), limit.medianRttNanos()));
            if (!retry.equals(rejected.retryAfter())) {
                rejected = new Admission.Rejected(retry);
            }
        } finally {
            updating.unlock();
        }
    }

    /// The present limit.
    public int limit() {
        return currentLimit;
    }

    public int inFlight() {
        return Priority.total(counts.get());
    }

    /// The number of requests admitted so far.
    public long admitted() {
        return admittedCount.sum();
    }

    /// The number of requests rejected so far.
    public long rejected() {
        return rejectedCount.sum();
    }
}

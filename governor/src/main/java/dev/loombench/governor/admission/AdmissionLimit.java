package dev.loombench.governor.admission;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
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
///         }
///     }
/// }
/// ```
///
/// There is no queue: who is turned away knows at once. Requests in flight never exceed the limit
/// by more than the shares that the classes have of their own.
public final class AdmissionLimit {
    private static final Duration SHORTEST_RETRY = Duration.ofMillis(1);

    private final Limit limit;
    private final LongSupplier nanoTime;
    private final AtomicInteger inFlight = new AtomicInteger();
    private final Map<Priority, AtomicInteger> byPriority = new EnumMap<>(Priority.class);
    private final ReentrantLock learning = new ReentrantLock();

    private volatile int current;
    private volatile Admission.Rejected rejected = new Admission.Rejected(SHORTEST_RETRY);

    public AdmissionLimit(Limit limit) {
        this(limit, System::nanoTime);
    }

    AdmissionLimit(Limit limit, LongSupplier nanoTime) {
        this.limit = limit;
        this.nanoTime = nanoTime;
        this.current = limit.limit();
        for (var priority : Priority.values()) {
            byPriority.put(priority, new AtomicInteger());
        }
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
        if (takesOwnShare(priority, bound)) {
            return permit(priority, inFlight.incrementAndGet());
        }
        int reach = priority.reach(bound);
        int before = inFlight.get();
        while (before < reach) {
            int seen = inFlight.compareAndExchange(before, before + 1);
            if (seen == before) {
                of(priority).incrementAndGet();
                return permit(priority, before + 1);
            }
            before = seen;
        }
        return rejected;
    }

    private boolean takesOwnShare(Priority priority, int bound) {
        int own = Priority.own(bound);
        var counter = of(priority);
        int mine = counter.get();
        while (mine < own) {
            int seen = counter.compareAndExchange(mine, mine + 1);
            if (seen == mine) {
                return true;
            }
            mine = seen;
        }
        return false;
    }

    private Admission permit(Priority priority, int now) {
        return new Admission.Permit(this, priority, nanoTime.getAsLong(), now);
    }

    private AtomicInteger of(Priority priority) {
        return Objects.requireNonNull(byPriority.get(priority), "priority");
    }

    void release(Priority priority) {
        inFlight.decrementAndGet();
        of(priority).decrementAndGet();
    }

    /// Those who end while another is being learnt from are not waited for: any sample will do.
    void learn(long began, int inFlightThen) {
        if (!learning.tryLock()) {
            return;
        }
        try {
            limit.ended(began, nanoTime.getAsLong(), inFlightThen);
            current = limit.limit();
            var retry = Duration.ofNanos(Math.max(SHORTEST_RETRY.toNanos(), limit.typicalNanos()));
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
        return inFlight.get();
    }
}

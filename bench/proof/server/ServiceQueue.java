import java.util.PriorityQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/// A queue of [TruthServer]: c servers, first come, first served, whose times are computed.
///
/// An arrival at t starts when the earliest server is free, and ends its service S later: `end =
/// max(t, min(free)) + S`, by the recursion of Kiefer and Wolfowitz (1955). The request sleeps
/// until then. Times are absolute, so a wake-up that comes late delays its own response only.
final class ServiceQueue implements Cost {
    private final PriorityQueue<Long> free = new PriorityQueue<>();
    private final long meanNanos;
    private final boolean exponential;
    private final LongAdder lateNanos;

    /// @param meanNanos of the service times
    /// @param exponential else constant
    ServiceQueue(int servers, long meanNanos, boolean exponential, LongAdder lateNanos) {
        this.meanNanos = meanNanos;
        this.exponential = exponential;
        this.lateNanos = lateNanos;
        for (int i = 0; i < servers; i++) {
            free.add(System.nanoTime());
        }
    }

    @Override
    public long spend() {
        lateNanos.add(sleepUntil(end(System.nanoTime())));
        return 0;
    }

    private synchronized long end(long arrival) {
        long end = Math.max(arrival, free.remove()) + serviceNanos();
        free.add(end);
        return end;
    }

    private long serviceNanos() {
        return exponential
                ? (long) (-Math.log(1 - ThreadLocalRandom.current().nextDouble()) * meanNanos)
                : meanNanos;
    }

    /// @return by how much the wait ended late, ns
    static long sleepUntil(long end) {
        long now = System.nanoTime();
        while (now < end) {
            LockSupport.parkNanos(end - now);
            now = System.nanoTime();
        }
        return now - end;
    }
}

package dev.loombench.governor.admission;

import java.util.function.IntSupplier;

/// A limit that follows the pool that it protects, such as a pool of database connections.
///
/// ```java
/// var pool = dataSource.getHikariPoolMXBean();
/// var limit =
///         new PoolWaitLimit(
///                 pool::getThreadsAwaitingConnection, dataSource::getMaximumPoolSize, 1_000);
/// ```
///
/// After each window of 100 ms and 20 requests or more, with `N` the mean number of requests in
/// flight, `W` the mean number of those that waited for the pool, and `S` its size:
///
/// `target = N - W + S`, `limit = limit + 0.5 * (target - limit)`
///
/// `N - W` requests make progress, at the pool or elsewhere; `S` more may wait, so that a
/// connection that becomes free is used at once and a request waits for about one use of a
/// connection. While fewer than `S` wait, the limit does not fall. Windows that used less than half
/// of the limit change nothing. If requests that do not end hold all slots, there is no window: the
/// rule is then applied with what is in flight and waits at present as `N` and `W`, unless fewer
/// than half of this limit are in flight, because then another limit rejects.
///
/// Unlike a limit by response time it needs no response time without queueing: a database that
/// becomes slow is no queue by itself, and one that was slow from the start is not taken as normal.
/// It sees no other bottleneck, so combine it with a `GradientLimit` by `Limit.lowest`.
///
/// Source: Little, *A Proof for the Queuing Formula L = λW* (1961): what is in flight is what makes
/// progress and what waits.
public final class PoolWaitLimit implements Limit {
    private static final long WINDOW_NANOS = 100_000_000;
    private static final int MIN_SAMPLES = 20;
    private static final double SMOOTHING = 0.5;

    private final IntSupplier waiting;
    private final IntSupplier size;
    private final int max;
    private final DecimatingSample window = new DecimatingSample();
    private final Standstill standstill = new Standstill();

    private double estimate;
    private boolean started;
    private long windowStart;
    private long waitingSum;
    private long inFlightSum;
    private long medianRtt;

    /// Creates a limit that is twice the size of the pool at the start.
    ///
    /// @param waiting requests that wait for the pool now; read at the end of each request
    /// @param size the pool's highest number of connections or threads
    /// @param max highest limit, 1 or more
    public PoolWaitLimit(IntSupplier waiting, IntSupplier size, int max) {
        this(waiting, size, 1, max);
    }

    /// @param waiting requests that wait for the pool now; read at the end of each request
    /// @param size the pool's highest number of connections or threads
    /// @param initial limit at the start; twice the size of the pool if that is higher
    /// @param max highest limit, 1 or more
    public PoolWaitLimit(IntSupplier waiting, IntSupplier size, int initial, int max) {
        if (max < 1) {
            throw new IllegalArgumentException("max must be 1 request or more, was " + max);
        }
        this.waiting = waiting;
        this.size = size;
        this.max = max;
        this.estimate = Math.clamp(Math.max(initial, 2L * size.getAsInt()), 1, max);
    }

    @Override
    public int limit() {
        return Math.clamp((long) estimate, 1, max);
    }

    @Override
    public long medianRttNanos() {
        return medianRtt;
    }

    @Override
    public void onSample(long startNanos, long endNanos, int inFlight) {
        standstill.onSample(Math.max(1, endNanos - startNanos));
        if (!started || endNanos < windowStart) { // first sample, or the clock ran backwards
            started = true;
            startWindow(endNanos);
        }
        if (startNanos > endNanos) {
            return; // the clock ran backwards
        }
        window.add(Math.max(1, endNanos - startNanos));
        waitingSum += waiting.getAsInt();
        inFlightSum += inFlight;
        if (endNanos - windowStart >= WINDOW_NANOS && window.count() >= MIN_SAMPLES) {
            closeWindow();
            startWindow(endNanos);
        }
    }

    @Override
    public void onIgnored() {
        standstill.onIgnored();
    }

    @Override
    public void onRejected(long nanos, int inFlight) {
        if (inFlight * 2 >= limit() && standstill.onRejected(nanos, medianRtt) > 0) {
            approach(inFlight, waiting.getAsInt());
        }
    }

    private void startWindow(long now) {
        windowStart = now;
        window.clear();
        waitingSum = 0;
        inFlightSum = 0;
    }

    private void closeWindow() {
        medianRtt = window.median();
        double meanWaiting = (double) waitingSum / window.count();
        double meanInFlight = (double) inFlightSum / window.count();
        if (meanInFlight * 2 >= limit()) {
            approach(meanInFlight, meanWaiting);
        }
    }

    private void approach(double meanInFlight, double meanWaiting) {
        int allowed = size.getAsInt();
        double target = meanInFlight - meanWaiting + allowed;
        if (meanWaiting < allowed) {
            target = Math.max(target, estimate);
        }
        estimate = Math.clamp(estimate + SMOOTHING * (target - estimate), 1, max);
    }
}

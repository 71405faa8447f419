package dev.loombench.governor.admission;

/// A limit that follows the gradient of the response time.
///
/// After each window, with `R` the window's median and `R0` the lowest known median, which is the
/// one without queueing:
///
/// `limit = limit + 0.5 * (limit * g + sqrt(limit) - limit)`, `g = clamp(2 * R0 / R, 0.5, 1)`
///
/// The limit grows while the response time does not rise and falls when requests queue, with room
/// for a queue of about `sqrt(limit)`. The median is used because a long tail moves it little and
/// cheap requests among expensive ones do not determine it, unlike the mean or the minimum.
///
/// Where carriers of virtual threads are the bottleneck, requests wait for one before they reach
/// this limit, too: for their thread to start, and with a read for the JDK's poller, which is a
/// virtual thread on Linux, and then for their own turn. `R` has none of that. But the wait after
/// admission is known (`Permit.yieldToWaitingRequests`). With `w`, its mean in the window above
/// that when `R0` was measured, which is the wait behind other virtual threads, and `r`, the mean
/// response time, `sqrt(limit)` is replaced by
///
/// `clamp(limit * (1 - 3 * w / r), -sqrt(limit), sqrt(limit))`
///
/// so that two earlier waits as long as the known one take no longer than the rest of the response
/// time. This applies only while requests are rejected, and does not reduce the limit below two
/// requests per carrier: one that runs, and one that can run.
///
/// `R0` expires: every 30 s the limit falls to a quarter for one window and `R0` is measured again;
/// otherwise a slow increase of `R` would count as normal. If that window takes seconds because
/// requests do, the next one follows after twenty times its length; the time that it takes because
/// few requests come does not count. Where a window used no more than a quarter anyway, it measures
/// `R0`, and the limit does not fall. A window lasts at least 100 ms and 20 requests, or five
/// requests per slot when `R0` is measured with fewer than four slots. Otherwise it waits for as
/// many requests as were in flight at once, for up to a second: of requests that are admitted
/// together, as after a turn of the carriers, those that end first have waited least. Windows that
/// used less than half of the limit change nothing.
///
/// Requests that do not end, such as event streams, hold their slots. If they hold all of them,
/// there is no window: while nothing ends and requests are rejected (`Standstill`), a quarter
/// becomes half of the limit and then all of it, and then the limit grows by `sqrt(limit)`.
///
/// Only requests that started in a window count for it, because earlier ones queued under the
/// previous limit. This favours short requests, which may end before a long one can. So no window
/// sets `R0`, or lowers it to less than half, before five times as many requests have ended as were
/// in flight at once: then five of six are known.
///
/// Sources: Brakmo and Peterson, *TCP Vegas* (1995), inferring a queue from delay; Netflix
/// concurrency-limits, `Gradient2Limit`, the form of the gradient; Cardwell et al., *BBR* (2016),
/// measuring the unloaded delay again by a short reduction.
public final class GradientLimit implements Limit {
    static final long WINDOW_NANOS = 100_000_000;
    static final long R0_VALID_NANOS = 30_000_000_000L;

    private static final long MAX_ROUND_NANOS = 1_000_000_000;
    private static final int MIN_SAMPLES = 20;
    private static final double TOLERANCE = 2;
    private static final double SMOOTHING = 0.5;
    private static final int SAMPLES_PER_SLOT = 5;
    private static final int MEASURE_INTERVAL_FACTOR = 20;

    /// The limit is divided by this while `R0` is measured.
    private static final int REDUCTION = 4;

    /// Waits for a carrier: two of a read, which are before admission, and the known one.
    private static final int WAITS = 3;

    private static final int REQUESTS_PER_CARRIER = 2;

    private final int max;
    private final int carriers;
    private final DecimatingSample window = new DecimatingSample();
    private final Standstill standstill = new Standstill();

    /// Those at a reduced limit. The end of a reduction is no growth, so it does not wait longer
    /// after a hang.
    private final Standstill reducedStandstill = new Standstill();

    private double estimate;
    private int maxInFlight;
    private long rttSum;
    private long waitedSum;

    /// Whether a request was rejected in this window. The one before counts too, because rejections
    /// are reported about as often as windows end.
    private boolean rejecting;

    private boolean rejectedBefore;
    private boolean started;
    private long windowStart;
    private long windowEnd;
    private long unloadedRtt = Long.MAX_VALUE;

    /// The mean wait that no limit shortens; 0 until `R0` was measured at a quarter of the limit,
    /// because the first windows may queue.
    private double unloadedWait;

    private long unloadedMeasuredAt;
    private long unloadedValidNanos = R0_VALID_NANOS;
    private boolean measuring;
    private int reduction = 1;
    private long standstillNanos;
    private long medianRtt;

    /// @param initial initial limit, 1 to `max`
    /// @param max highest limit
    public GradientLimit(int initial, int max) {
        this(
                initial,
                max,
                Integer.getInteger(
                        "jdk.virtualThreadScheduler.parallelism",
                        Runtime.getRuntime().availableProcessors()));
    }

    /// @param carriers carriers of virtual threads at the start
    GradientLimit(int initial, int max, int carriers) {
        if (initial < 1 || initial > max) {
            throw new IllegalArgumentException(
                    "initial must be between 1 and max, %d, was %d".formatted(max, initial));
        }
        this.max = max;
        this.carriers = carriers;
        this.estimate = initial;
    }

    @Override
    public int limit() {
        return Math.clamp((long) (estimate / reduction), 1, max);
    }

    @Override
    public long medianRttNanos() {
        return medianRtt;
    }

    @Override
    public void onSample(long startNanos, long endNanos, int inFlight) {
        onSample(startNanos, endNanos, inFlight, 0);
    }

    @Override
    public void onSample(long startNanos, long endNanos, int inFlight, long waitedNanos) {
        long rtt = Math.max(1, endNanos - startNanos);
        standstill.onSample(rtt);
        reducedStandstill.onSample(rtt);
        if (!started || endNanos < windowStart) { // first sample, or the clock ran backwards
            started = true;
            unloadedMeasuredAt = endNanos;
            startWindow(endNanos);
        }
        if (startNanos < windowStart || startNanos > endNanos) {
            return; // queued under the previous limit, or the clock ran backwards
        }
        window.add(rtt);
        rttSum += rtt;
        waitedSum += waitedNanos;
        maxInFlight = Math.max(maxInFlight, inFlight);
        if (isComplete(endNanos)) {
            closeWindow(endNanos);
        }
    }

    @Override
    public void onIgnored() {
        standstill.onIgnored();
        reducedStandstill.onIgnored();
    }

    @Override
    public void onRejected(long nanos, int inFlight) {
        if (inFlight * 2 < limit()) {
            return; // another limit rejects
        }
        if (reduction > 1) {
            long lasted = reducedStandstill.onRejected(nanos, medianRtt);
            if (lasted > 0) {
                reduction /= 2;
                standstillNanos += lasted;
            }
            return;
        }
        rejecting = true;
        if (standstill.onRejected(nanos, medianRtt) > 0) {
            estimate = Math.min(max, estimate + Math.sqrt(estimate));
        }
    }

    private boolean isComplete(long now) {
        return now >= windowEnd
                && window.count() >= minSamples()
                && (measuring
                        || window.count() >= maxInFlight
                        || now - windowStart >= MAX_ROUND_NANOS);
    }

    private int minSamples() {
        return measuring ? Math.min(MIN_SAMPLES, SAMPLES_PER_SLOT * limit()) : MIN_SAMPLES;
    }

    private void startWindow(long now) {
        windowStart = now;
        windowEnd = now + WINDOW_NANOS;
        window.clear();
        rttSum = 0;
        waitedSum = 0;
        rejectedBefore = rejecting;
        rejecting = false;
        maxInFlight = 0;
        standstillNanos = 0;
    }

    private void closeWindow(long now) {
        long median = window.median();
        if (median < unloadedRtt / 2 && window.count() < (long) SAMPLES_PER_SLOT * maxInFlight) {
            windowEnd = now + WINDOW_NANOS / 2;
            return;
        }
        medianRtt = median;
        if (measuring || (isExpired(now) && isUnloaded())) {
            setUnloaded(now);
        } else {
            if (medianRtt < unloadedRtt) {
                unloadedRtt = medianRtt;
                unloadedWait = Math.min(unloadedWait, meanWait());
                unloadedMeasuredAt = now;
            }
            if (maxInFlight * 2 >= limit()) {
                updateEstimate();
            }
            measuring = isExpired(now);
            reduction = measuring ? REDUCTION : 1;
        }
        startWindow(now);
    }

    private boolean isExpired(long now) {
        return now - unloadedMeasuredAt >= unloadedValidNanos;
    }

    /// Whether the window would have been the same at the reduced limit.
    private boolean isUnloaded() {
        return maxInFlight <= Math.max(1, (int) (estimate / REDUCTION));
    }

    /// A measurement costs what requests make it last: some five medians, and standstills. A window
    /// that is long because few requests came cost nothing.
    private void setUnloaded(long now) {
        long cost = Math.min(now - windowStart, MIN_SAMPLES * medianRtt + standstillNanos);
        unloadedRtt = medianRtt;
        unloadedWait = meanWait();
        unloadedMeasuredAt = now;
        unloadedValidNanos = Math.max(R0_VALID_NANOS, MEASURE_INTERVAL_FACTOR * cost);
        measuring = false;
        reduction = 1;
    }

    private double meanWait() {
        return (double) waitedSum / window.count();
    }

    private void updateEstimate() {
        double gradient = Math.clamp(TOLERANCE * unloadedRtt / medianRtt, 0.5, 1);
        double next = next(estimate * gradient, Math.sqrt(estimate));
        estimate = Math.clamp(estimate + SMOOTHING * (next - estimate), 1, max);
    }

    /// @param progress the part of the estimate that does not queue
    /// @param queue room for a queue
    private double next(double progress, double queue) {
        double byResponseTime = progress + queue;
        double least = REQUESTS_PER_CARRIER * (double) carriers;
        if (estimate < least || !(rejecting || rejectedBefore)) {
            return byResponseTime;
        }
        double wait = Math.max(0, meanWait() - unloadedWait);
        double room = estimate * (1 - WAITS * wait * window.count() / rttSum);
        return Math.max(
                progress + Math.clamp(room, -queue, queue), Math.min(byResponseTime, least));
    }
}

package dev.loombench.governor.admission;

/// A limit that follows the gradient of the response time.
///
/// Once a window, with `R` the median of the window and `R0` the lowest median known, the one
/// without queueing:
///
/// `limit = limit + 0.5 * (limit * g + sqrt(limit) - limit)`, `g = clamp(2 * R0 / R, 0.5, 1)`
///
/// so that a service whose response time does not rise gets more, and one that queues gets less,
/// with room for a queue of about `sqrt(limit)`. The median, not the mean or the minimum, stands
/// for a window: a long tail moves it little, and cheap requests among dear ones do not set it.
///
/// `R0` ages: every 30 s the limit falls to a quarter for one window and `R0` is measured anew, or
/// a slow creep of `R` would be learnt as normal. Where requests take seconds, so does that window:
/// the next one comes after twenty times as long. A window is 100 ms and 20 requests at least, five
/// for each place where `R0` is measured under less than four; windows in which less than half of
/// the limit was used change nothing.
///
/// Only requests that began in a window count for it, for the others queued under the limit before.
/// That favours short ones, which may end before a long one can. So no window sets `R0`, or brings
/// it below a half, before five times as many have ended as were in flight at once: of six, five
/// are known.
///
/// Sources: Brakmo and Peterson, *TCP Vegas* (1995), the idea of a queue inferred from delay;
/// Netflix concurrency-limits, `Gradient2Limit`, the form of the gradient; Cardwell et al., *BBR*
/// (2016), measuring the unloaded delay anew by a short cut.
public final class GradientLimit implements Limit {
    static final long WINDOW = 100_000_000;
    static final long R0_HOLDS = 30_000_000_000L;

    private static final int FEWEST = 20;
    private static final double TOLERANCE = 2;
    private static final double SMOOTHING = 0.5;
    private static final int KNOWN = 5;
    private static final int SELDOM = 20;

    private final int max;
    private final DecimatingSample window = new DecimatingSample();

    private double estimate;
    private int used;
    private boolean started;
    private long windowBegan;
    private long closesAt;
    private long unloaded = Long.MAX_VALUE;
    private long unloadedAt;
    private long unloadedHolds = R0_HOLDS;
    private boolean measuring;
    private long typical;

    /// @param initial where it begins, 1 to `max`
    /// @param max never above
    public GradientLimit(int initial, int max) {
        if (initial < 1 || initial > max) {
            throw new IllegalArgumentException(
                    "initial must be between 1 and max, %d, was %d".formatted(max, initial));
        }
        this.max = max;
        this.estimate = initial;
    }

    @Override
    public int limit() {
        double now = measuring ? estimate / 4 : estimate;
        return Math.clamp((long) now, 1, max);
    }

    @Override
    public long medianRttNanos() {
        return typical;
    }

    @Override
    public void onSample(long began, long ended, int inFlight) {
        if (!started || ended < windowBegan) { // the first, or the clock ran backwards
            started = true;
            unloadedAt = ended;
            begin(ended);
        }
        if (began < windowBegan || began > ended) {
            return; // it queued under the limit before, or the clock ran backwards meanwhile
        }
        window.add(Math.max(1, ended - began));
        used = Math.max(used, inFlight);
        if (ended >= closesAt && window.count() >= fewest()) {
            close(ended);
        }
    }

    private int fewest() {
        return measuring ? Math.min(FEWEST, KNOWN * limit()) : FEWEST;
    }

    private void begin(long now) {
        windowBegan = now;
        closesAt = now + WINDOW;
        window.clear();
        used = 0;
    }

    private void close(long now) {
        long median = window.median();
        if (median < unloaded / 2 && window.count() < (long) KNOWN * used) {
            closesAt = now + WINDOW / 2;
            return;
        }
        typical = median;
        if (measuring) {
            unloaded = typical;
            unloadedAt = now;
            unloadedHolds = Math.max(R0_HOLDS, SELDOM * (now - windowBegan));
            measuring = false;
        } else {
            if (typical < unloaded) {
                unloaded = typical;
                unloadedAt = now;
            }
            if (used * 2 >= limit()) {
                move();
            }
            measuring = now - unloadedAt >= unloadedHolds;
        }
        begin(now);
    }

    private void move() {
        double gradient = Math.clamp(TOLERANCE * unloaded / typical, 0.5, 1);
        double next = estimate * gradient + Math.sqrt(estimate);
        estimate = Math.clamp(estimate + SMOOTHING * (next - estimate), 1, max);
    }
}

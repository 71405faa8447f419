package dev.loombench.governor.limiters;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Envoy's adaptive concurrency, by the formulas of its documentation, with its defaults.
///
/// `gradient = (minRTT + 25 %) / sampleRTT`, between 0.5 and 2; `limit = limit * gradient +
/// sqrt(limit)`, every 100 ms from the median of the samples. Every 60 s the limit is 3 until 50
/// requests that started since have ended; their median is `minRTT`. Not Envoy's code, which is
/// C++.
final class EnvoyGradient implements Limiter {
    private static final long UPDATE_NANOS = 100_000_000;
    private static final long MIN_RTT_INTERVAL_NANOS = 60_000_000_000L;
    private static final int MIN_CONCURRENCY = 3;
    private static final int MAX_CONCURRENCY = 1_000;
    private static final int MIN_RTT_SAMPLES = 50;
    private static final double BUFFER = 1.25;

    private long[] samples = new long[1_024];
    private int count;
    private double limit = MIN_CONCURRENCY;
    private double limitBefore = MIN_CONCURRENCY;
    private boolean measuring = true;
    private long measuringSince;
    private long minRtt;
    private long nextUpdate;

    @Override
    public @Nullable Permit tryAcquire(long nowNanos, int inFlight) {
        if (!measuring && nowNanos - measuringSince >= MIN_RTT_INTERVAL_NANOS) {
            measuring = true;
            measuringSince = nowNanos;
            limitBefore = limit;
            limit = MIN_CONCURRENCY;
            count = 0;
        }
        return inFlight < (int) limit ? (start, end, atStart) -> completed(start, end) : null;
    }

    private void completed(long startNanos, long endNanos) {
        if (measuring && startNanos < measuringSince) {
            return; // since envoyproxy/envoy#11579
        }
        if (count == samples.length) {
            samples = Arrays.copyOf(samples, 2 * count);
        }
        samples[count++] = endNanos - startNanos;
        if (measuring) {
            if (count >= MIN_RTT_SAMPLES) {
                minRtt = median();
                measuring = false;
                measuringSince = endNanos;
                limit = limitBefore;
                nextUpdate = endNanos + UPDATE_NANOS;
            }
        } else if (endNanos >= nextUpdate) {
            nextUpdate = endNanos + UPDATE_NANOS;
            limit = next(limit, minRtt, median());
        }
    }

    private long median() {
        Arrays.sort(samples, 0, count);
        long median = samples[count / 2];
        count = 0;
        return median;
    }

    /// The limit after a window with the median `sampleRtt`.
    static double next(double limit, long minRtt, long sampleRtt) {
        double gradient = Math.clamp(minRtt * BUFFER / sampleRtt, 0.5, 2);
        return Math.clamp(limit * gradient + Math.sqrt(limit), MIN_CONCURRENCY, MAX_CONCURRENCY);
    }
}

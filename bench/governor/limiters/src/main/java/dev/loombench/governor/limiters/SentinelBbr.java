package dev.loombench.governor.limiters;

import org.jspecify.annotations.Nullable;

/// The system rule of Alibaba Sentinel, by the formula of its documentation: while the load is
/// high, a request is rejected if more than one is in flight and more than `maxSuccessQps * minRt`,
/// over the last second in two buckets. The load counts as high while at least 80 % of the servers
/// are busy. Not Sentinel's code, which reads the machine's load and its own clock.
final class SentinelBbr implements Limiter {
    private static final long BUCKET_NANOS = 500_000_000;
    private static final double HIGH_LOAD = 0.8;

    private final int servers;
    private long bucket;
    private final long[] successes = new long[2];
    private final long[] minRtt = {Long.MAX_VALUE, Long.MAX_VALUE};

    SentinelBbr(int servers) {
        this.servers = servers;
    }

    @Override
    public @Nullable Permit tryAcquire(long nowNanos, int inFlight) {
        advance(nowNanos);
        boolean high = inFlight >= HIGH_LOAD * servers;
        return high && inFlight > 1 && inFlight > pipe()
                ? null
                : (start, end, atStart) -> completed(start, end);
    }

    private void completed(long startNanos, long endNanos) {
        advance(endNanos);
        int index = (int) (bucket % 2);
        successes[index]++;
        minRtt[index] = Math.min(minRtt[index], endNanos - startNanos);
    }

    private void advance(long nowNanos) {
        long now = nowNanos / BUCKET_NANOS;
        for (long each = Math.max(bucket + 1, now - 1); each <= now; each++) {
            successes[(int) (each % 2)] = 0;
            minRtt[(int) (each % 2)] = Long.MAX_VALUE;
        }
        bucket = Math.max(bucket, now);
    }

    /// Requests that the service holds without a queue; unlimited while nothing has ended.
    private double pipe() {
        long fastest = Math.min(minRtt[0], minRtt[1]);
        return fastest == Long.MAX_VALUE
                ? Double.MAX_VALUE
                : pipe(Math.max(successes[0], successes[1]), fastest);
    }

    /// @param successes highest number of a bucket, of which two are a second
    static double pipe(long successes, long minRttNanos) {
        return 2 * successes * (minRttNanos / 1e9);
    }
}

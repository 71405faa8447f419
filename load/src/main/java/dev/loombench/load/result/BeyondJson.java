package dev.loombench.load.result;

import java.util.Collection;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/// The [number of responses beyond][ResponsesBeyond] each percentile, as data.
public record BeyondJson(long p50, long p75, long p90, long p95, long p99, long p999, long p9999) {

    /// @param sent response times of the requests sent
    /// @param arriving those of an arriving request; empty for a load that is not closed
    /// @return empty when nothing was recorded
    public static Optional<BeyondJson> of(Histogram sent, Optional<Histogram> arriving) {
        return sent.getTotalCount() == 0
                ? Optional.empty()
                : Optional.of(
                        new BeyondJson(
                                beyond(sent, arriving, 50),
                                beyond(sent, arriving, 75),
                                beyond(sent, arriving, 90),
                                beyond(sent, arriving, 95),
                                beyond(sent, arriving, 99),
                                beyond(sent, arriving, 99.9),
                                beyond(sent, arriving, 99.99)));
    }

    private static long beyond(Histogram sent, Optional<Histogram> arriving, double percent) {
        return ResponsesBeyond.whole(ResponsesBeyond.of(sent, arriving, percent));
    }

    /// The fewest of several windows; empty without a window.
    public static Optional<BeyondJson> fewest(Collection<BeyondJson> windows) {
        return windows.stream().reduce(BeyondJson::fewer);
    }

    private BeyondJson fewer(BeyondJson other) {
        return new BeyondJson(
                Math.min(p50, other.p50),
                Math.min(p75, other.p75),
                Math.min(p90, other.p90),
                Math.min(p95, other.p95),
                Math.min(p99, other.p99),
                Math.min(p999, other.p999),
                Math.min(p9999, other.p9999));
    }
}

package dev.loombench.load.limit;

import dev.loombench.load.result.LoadResult;
import org.HdrHistogram.Histogram;

/// The requests that a slow server has in work at the end of a window and had not at its start, as
/// the load began only a short time before.
///
/// With arrivals at the rate λ and service times S that do not change, L(t) = λ E[min(S, t)]
/// requests are in work after a time t. So a window of T that begins after a time B lacks `L(B + T)
/// - L(B) = λ E[min(max(0, S - B), T)]` responses, which no later one lacks. Service times that
///   rise with a backlog account for no more than half of it.
final class SlowStart {
    private SlowStart() {}

    /// Of constant arrivals.
    ///
    /// @param rate requests per second
    /// @param secondsBefore for which the load lasted before the window
    static double missing(double rate, double secondsBefore, LoadResult load) {
        var times = load.serviceTime();
        return times.getTotalCount() == 0
                ? 0
                : rate * late(times, secondsBefore, load.window().seconds());
    }

    private static double late(Histogram times, double before, double window) {
        double sum = 0;
        for (var value : times.recordedValues()) {
            double late = value.getValueIteratedTo() / 1e9 - before;
            sum += Math.clamp(late, 0, window) * value.getCountAtValueIteratedTo();
        }
        return sum / times.getTotalCount();
    }
}

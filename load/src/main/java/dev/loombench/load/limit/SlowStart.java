package dev.loombench.load.limit;

import dev.loombench.load.result.LoadResult;
import java.util.Arrays;
import org.HdrHistogram.Histogram;

/// The requests that a slow server has in work at the end of a window and had not at its start, as
/// the load began only a short time before.
///
/// With arrivals at the rate λ and service times S that do not change, L(t) = λ E[min(S, t)]
/// requests are in work after a time t. A window of T that begins after a time B lacks the
/// difference of L at both ends, λ E[min(max(0, S - B), T)], which no later one lacks.
///
/// Service times that rise throughout the window are those of a backlog. A queue at 1.25 times its
/// capacity or below, whose times rise by less than a sixth of the window between its outer thirds,
/// accounts for at most five eighths of what is missing.
final class SlowStart {
    /// Share of the window.
    private static final double RISE = 1 / 6.0;

    private SlowStart() {}

    /// Of constant arrivals.
    ///
    /// @param rate requests per second
    /// @param secondsBefore for which the load lasted before the window
    static double missing(double rate, double secondsBefore, LoadResult load) {
        var times = load.serviceTime();
        return times.getTotalCount() == 0 || rises(load)
                ? 0
                : rate * late(times, secondsBefore, load.window().seconds());
    }

    private static boolean rises(LoadResult load) {
        var means =
                load.intervals().stream()
                        .filter(second -> second.serviceTime().getTotalCount() > 0)
                        .mapToDouble(second -> second.serviceTime().getMean() / 1e9)
                        .toArray();
        int third = means.length / 3;
        return third > 0
                && mean(means, means.length - third, means.length) - mean(means, 0, third)
                        > RISE * load.window().seconds();
    }

    private static double mean(double[] values, int from, int to) {
        return Arrays.stream(values, from, to).average().orElseThrow();
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

package dev.loombench.load.limit;

import dev.loombench.load.result.LoadResult;
import dev.loombench.load.result.LoadResult.Second;
import java.util.List;
import org.HdrHistogram.Histogram;

/// The requests that a slow server has in work at the end of a window and had not at its start, as
/// the load began only a short time before.
///
/// With arrivals at the rate λ and service times S that do not change, L(t) = λ E[min(S, t)]
/// requests are in work after a time t. A window of T that begins after a time B lacks the
/// difference of L at both ends, λ E[min(max(0, S - B), T)], which no later one lacks.
///
/// Service times that rise are those of a backlog, from the first to the last third of the window
/// by more than three standard errors: then those of the first third count, which contain least of
/// it, and none where they rise by over a sixth of the window, as those of a queue at 1.25 times
/// its capacity.
final class SlowStart {
    /// Share of the window.
    private static final double RISE = 1 / 6.0;

    private static final double DEVIATIONS = 3;

    private SlowStart() {}

    /// Of constant arrivals.
    ///
    /// @param rate requests per second
    /// @param secondsBefore for which the load lasted before the window
    static double missing(double rate, double secondsBefore, LoadResult load) {
        var times = load.serviceTime();
        if (times.getTotalCount() == 0) {
            return 0;
        }
        int third = load.intervals().size() / 3;
        var first = sum(load.intervals().subList(0, third));
        var last = sum(load.intervals().subList(2 * third, load.intervals().size()));
        double rise = (last.getMean() - first.getMean()) / 1e9;
        if (first.getTotalCount() > 0 && rise > RISE * load.window().seconds()) {
            return 0;
        }
        boolean rises =
                first.getTotalCount() > 0
                        && rise > DEVIATIONS * Math.hypot(error(first), error(last));
        var counts = load.counts();
        double answered = 1 - (double) counts.failed() / Math.max(1, counts.sent());
        return rate
                * answered
                * late(rises ? first : times, secondsBefore, load.window().seconds());
    }

    private static Histogram sum(List<Second> seconds) {
        var sum = new Histogram(3);
        seconds.forEach(second -> sum.add(second.serviceTime()));
        return sum;
    }

    /// Standard error of the mean, s.
    private static double error(Histogram times) {
        return times.getTotalCount() == 0
                ? 0
                : times.getStdDeviation() / 1e9 / Math.sqrt((double) times.getTotalCount());
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

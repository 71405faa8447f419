package dev.loombench.analysis.validity.consistency;

import dev.loombench.result.TrialOutcome.Completed;
import org.HdrHistogram.Histogram;

/// The effect of a window's beginning and end on the total response time of its requests, in a
/// closed load.
///
/// A request belongs to the window in which it was sent: requests in flight at its beginning are
/// not counted, those in flight at its end are counted whole. Over many windows both are equal, in
/// one they are not. The remainder of a request at any moment has the second moment E\[R³\] / 3
/// E\[R\] (Cox, *Renewal Theory*, 1962), which the longest requests dominate. Users that wait for
/// the same stall are in step, so a large number of users does not reduce the effect.
final class EdgeEffects {
    private static final double DEVIATIONS = 2;

    private EdgeEffects() {}

    /// Two standard deviations of the difference between both ends. The ends of several slices are
    /// independent of one another.
    ///
    /// @param responses ns
    /// @param thinkSeconds mean time between a response and the next request; half of it is cut off
    ///   as well
    /// @param seconds of the window
    /// @param slices in which it was measured, as of [#slices]
    /// @return share of the time that the users spend in the window
    static double share(Histogram responses, double thinkSeconds, double seconds, int slices) {
        double sum = 0;
        double cubes = 0;
        for (var bin : responses.recordedValues()) {
            double length = bin.getValueIteratedTo() / 1e9;
            sum += bin.getCountAtValueIteratedTo() * length;
            cubes += bin.getCountAtValueIteratedTo() * length * length * length;
        }
        double remainder = sum > 0 ? Math.sqrt(cubes / (3 * sum)) : 0;
        double perSlice = DEVIATIONS * Math.sqrt(2) * remainder + thinkSeconds / 2;
        return perSlice * Math.sqrt(slices) / seconds;
    }

    static int slices(Completed trial) {
        return trial.interleaving().map(i -> i.slices().size()).orElse(1);
    }
}

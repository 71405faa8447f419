package dev.loombench.analysis.validity;

import org.HdrHistogram.Histogram;

/// What a window's beginning and end may cut off, or add, where users wait one request after the
/// other.
///
/// A request belongs to the window in which it was sent: those that are under way at its beginning
/// are not counted, those at its end are counted whole. Over many windows that is even, in one it
/// is not. What remains of a request at any moment has the second moment E\[R³\] / 3 E\[R\] (Cox,
/// *Renewal Theory*, 1962), which the longest decide. Users whom one stall holds are in step, so
/// their number does not even it out.
final class EdgeEffects {
    private static final double DEVIATIONS = 2;

    private EdgeEffects() {}

    /// Two standard deviations of what the end adds less what the beginning cuts off.
    ///
    /// @param responses ns
    /// @param thinkSeconds between an answer and the next request, in the mean; half of it is as
    ///   good as cut off, too
    /// @param seconds of the window
    /// @return of all the time that the users spend in the window
    static double share(Histogram responses, double thinkSeconds, double seconds) {
        double sum = 0;
        double cubes = 0;
        for (var bin : responses.recordedValues()) {
            double length = bin.getValueIteratedTo() / 1e9;
            sum += bin.getCountAtValueIteratedTo() * length;
            cubes += bin.getCountAtValueIteratedTo() * length * length * length;
        }
        double remains = sum > 0 ? Math.sqrt(cubes / (3 * sum)) : 0;
        return (DEVIATIONS * Math.sqrt(2) * remains + thinkSeconds / 2) / seconds;
    }
}

package dev.loombench.analysis.trial;

import dev.loombench.load.result.RecordedValues;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.stats.StudentT;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.Workload;
import java.util.Arrays;
import java.util.OptionalDouble;
import org.HdrHistogram.Histogram;

/// The effect of a window's beginning and end on the total response time of its requests, in a
/// closed load.
///
/// A request belongs to the window in which it was sent: requests in flight at its beginning are
/// not counted, those in flight at its end are counted whole. Over many windows both are equal, in
/// one they are not. The remainder of a request at any moment has the second moment E\[R³\] / 3
/// E\[R\] (Cox, *Renewal Theory*, 1962), which the longest requests dominate. Users that wait for
/// the same stall are in step, so a large number of users does not reduce the effect.
public final class EdgeEffects {
    private static final double DEVIATIONS = 2;

    /// Effect on throughput that histograms of three digits do not resolve.
    private static final double RESOLUTION = 0.001;

    /// Of the interval of the mean effect of several windows.
    private static final double LEVEL = 0.95;

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
    public static double share(
            Histogram responses, double thinkSeconds, double seconds, int slices) {
        var remainders = new Remainders();
        RecordedValues.forEach(responses, remainders::add);
        double remainder = remainders.standard();
        double perSlice = DEVIATIONS * Math.sqrt(2) * remainder + thinkSeconds / 2;
        return perSlice * Math.sqrt(slices) / seconds;
    }

    /// Sums over requests by their length, s.
    private static final class Remainders {
        private double sum;
        private double cubes;

        void add(long nanos, long count) {
            double length = nanos / 1e9;
            sum += count * length;
            cubes += count * length * length * length;
        }

        /// The root of the second moment of the remainder.
        double standard() {
            return sum > 0 ? Math.sqrt(cubes / (3 * sum)) : 0;
        }
    }

    /// The number of slices of a window; 1 of one that is not divided.
    public static int slices(Completed trial) {
        return trial.interleaving().map(i -> i.slices().size()).orElse(1);
    }

    /// `ln((L / S) / X)`: the throughput by Little's law, with the mean number L of requests in
    /// flight and their mean service time S, over that by the responses which arrived within the
    /// window. Both are equal but for the ends of the window.
    ///
    /// Users who wait in step, as for a batch, send waves. A window has a wave more or less than
    /// its share, and so have the windows of all trials, or all slices of one, where a wave comes
    /// at the same time in each.
    ///
    /// @param times service times of the trial, ns
    /// @return empty unless the load has a constant number of users, with requests that failed,
    ///   which have no service time, and where the ends do not account for it
    public static OptionalDouble ofThroughput(Workload workload, Completed trial, Histogram times) {
        var load = trial.load();
        var counts = load.counts();
        if (!(workload instanceof LoadModel.Closed users)
                || !users.users().isConstant()
                || counts.failed() > 0
                || counts.unfinished() > 0) {
            return OptionalDouble.empty();
        }
        double seconds = load.window().seconds();
        double byLaw = load.connections().inFlight() / RecordedValues.mean(times) * 1e9;
        double effect = Math.log(byLaw / (counts.succeededInWindow() / seconds));
        double thinkSeconds = users.thinkTime().mean().toNanos() / 1e9;
        double most = share(times, thinkSeconds, seconds / slices(trial), 1);
        if (!(Math.abs(effect) <= most)) {
            return OptionalDouble.empty();
        }
        return OptionalDouble.of(Math.abs(effect) < RESOLUTION ? 0 : effect);
    }

    /// What the ends of several windows have in common: the mean of their effects, and 0 where the
    /// 95 % interval of the mean contains 0. Effects that differ from window to window are in the
    /// spread of the throughputs already.
    ///
    /// @param effects as of [#ofThroughput]
    /// @return that of a single window, which has no interval; 0 without any
    public static double common(double[] effects) {
        double mean = Arrays.stream(effects).average().orElse(0);
        boolean byChance = StudentT.interval(effects, LEVEL).filter(i -> i.contains(0)).isPresent();
        return byChance ? 0 : mean;
    }
}

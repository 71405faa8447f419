package dev.loombench.load.limit;

import dev.loombench.load.result.LoadResult;
import dev.loombench.traffic.LoadModel;
import java.util.Optional;

/// Scheduled requests of an open load that had no response within the window, where they are more
/// than chance, a rising rate and a [slow start][SlowStart] explain.
///
/// @param scheduled requests of the window
public record RateShortfall(double missing, double scheduled) {
    /// The share of the scheduled requests that may be missing, 0..1.
    public static final double ALLOWED_SHARE = 0.02;

    /// Standard deviations of the number of requests that wait for a response at the ends of the
    /// window.
    public static final double DEVIATIONS = 2;

    /// @param serviceNanos median service time
    /// @param secondsBefore for which the load lasted before the window
    public static Optional<RateShortfall> of(
            LoadModel.Open open, LoadResult load, long serviceNanos, double secondsBefore) {
        var counts = load.counts();
        double scheduled =
                switch (open.arrival()) {
                    case CONSTANT ->
                            open.rate().mean(load.window().nanos()) * load.window().seconds();
                    case POISSON, REPLAY -> counts.sent();
                };
        double missing = scheduled - counts.failed() - counts.succeededInWindow();
        double allowed =
                ALLOWED_SHARE * scheduled
                        + inFlightGrowth(open, load, serviceNanos)
                        + SlowStart.missing(open.rate().warmUpLevel(), secondsBefore, load)
                        + DEVIATIONS * Math.sqrt((double) counts.succeededInWindow());
        return missing > allowed
                ? Optional.of(new RateShortfall(missing, scheduled))
                : Optional.empty();
    }

    /// Requests that a rising rate adds to those in flight, and whose responses come after the
    /// window. By Little's law, `rise of the rate x median service time`, and no more than there
    /// are connections.
    private static double inFlightGrowth(LoadModel.Open open, LoadResult load, long serviceNanos) {
        double rise = open.rate().at(load.window().nanos()) - open.rate().warmUpLevel();
        return Math.clamp(rise * serviceNanos / 1e9, 0, open.connections());
    }
}

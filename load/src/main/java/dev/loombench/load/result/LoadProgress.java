package dev.loombench.load.result;

/// The progress of a load since its start.
///
/// @param nanos time of this reading, on the monotonic clock
/// @param succeeded good responses so far
/// @param responseNanos sum of their response times, ns
/// @param errors failed requests so far, of any kind
/// @param inFlight requests sent whose response is pending
/// @param connectionsOpen open connections
/// @param overdueNanos how long the oldest arrival of an open load has waited for a free
///   connection; 0 while none waits
public record LoadProgress(
        long nanos,
        long succeeded,
        long responseNanos,
        long errors,
        long inFlight,
        long connectionsOpen,
        long overdueNanos) {
    /// Responses per second below which a short time mostly has none, or one.
    public static final double SLOW = 10;

    /// No request yet.
    ///
    /// @param nanos time of this reading
    public static LoadProgress none(long nanos) {
        return new LoadProgress(nanos, 0, 0, 0, 0, 0, 0);
    }

    /// The progress of two parts of a load, at the time of this one.
    public LoadProgress plus(LoadProgress other) {
        return new LoadProgress(
                nanos,
                succeeded + other.succeeded,
                responseNanos + other.responseNanos,
                errors + other.errors,
                inFlight + other.inFlight,
                connectionsOpen + other.connectionsOpen,
                Math.max(overdueNanos, other.overdueNanos));
    }

    /// Good responses per second up to this reading, for a display: since a recent reading, or the
    /// mean since an early one where that is below 10/s.
    public double throughput(LoadProgress early, LoadProgress recent) {
        double mean = throughputSince(early);
        return mean < SLOW ? mean : throughputSince(recent);
    }

    /// NaN since this reading itself.
    private double throughputSince(LoadProgress earlier) {
        return (succeeded - earlier.succeeded) / ((nanos - earlier.nanos) / 1e9);
    }
}

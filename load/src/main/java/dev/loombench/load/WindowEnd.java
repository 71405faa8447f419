package dev.loombench.load;

import dev.loombench.traffic.LoadModel;
import java.time.Duration;

/// The condition on which a window ends, of a load in this process or on agents.
public final class WindowEnd {
    private static final long MIN_LOOK_NANOS = 20_000_000;
    private static final long MAX_LOOK_NANOS = 100_000_000;

    /// Looks within the time so far.
    private static final int LOOKS = 50;

    private WindowEnd() {}

    /// Whether a window is over: after its time or its number of requests, whichever comes first;
    /// with held connections not before each of them had its request.
    ///
    /// @param timeIsUp whether its length has passed
    /// @param counted whether a number of requests ends it
    /// @param complete whether these requests, or those of the held connections, have ended
    public static boolean reached(
            LoadModel model, boolean timeIsUp, boolean counted, boolean complete) {
        return switch (model) {
            case LoadModel.Open _, LoadModel.Closed _ -> timeIsUp || (counted && complete);
            case LoadModel.HeldConnections _ -> (timeIsUp || counted) && complete;
        };
    }

    /// Time until the next look whether a window has ended, as by its number of requests: 2 % of
    /// its time so far, within limits, and not beyond its length. Each look wakes up a thread, on a
    /// virtual machine at the cost of some requests.
    ///
    /// @param elapsedNanos since its beginning; negative before it
    public static long nanosUntilLook(long elapsedNanos, Duration length) {
        long look = Math.clamp(elapsedNanos / LOOKS, MIN_LOOK_NANOS, MAX_LOOK_NANOS);
        long left = length.toNanos() - elapsedNanos;
        return left > 0 ? Math.min(left, look) : look;
    }
}

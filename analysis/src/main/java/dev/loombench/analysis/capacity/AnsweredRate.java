package dev.loombench.analysis.capacity;

import java.time.Duration;
import java.util.List;

/// The highest rate at which requests were answered in any window of a block: no estimate of its
/// process is above it.
///
/// Response times alone may hold above the rate that a server can answer: at 600/s a semaphore that
/// passes 500/s lets a backlog grow by 100/s, which exceeds a limit of a second after six seconds
/// only. Windows of some seconds then hold, and their responses come at 500/s all the same.
public final class AnsweredRate {
    /// Response times for which the load must last before a window, so that about as many requests
    /// are answered as arrive in it.
    private static final double SETTLED = 3;

    private AnsweredRate() {}

    /// @param probes of the block
    /// @param lightSeconds response time of a few users; NaN or infinite where it is not known
    /// @param settling shortest time under a load before its window
    /// @return infinite where windows may open before the first responses
    public static double highest(List<RateProbe> probes, double lightSeconds, Duration settling) {
        return !(SETTLED * lightSeconds <= settling.toNanos() / 1e9)
                ? Double.POSITIVE_INFINITY
                : probes.stream()
                        .filter(RateProbe::valid)
                        .mapToDouble(RateProbe::answered)
                        .max()
                        .orElse(Double.POSITIVE_INFINITY);
    }
}

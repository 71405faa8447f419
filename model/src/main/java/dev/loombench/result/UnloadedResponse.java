package dev.loombench.result;

import java.util.Optional;
import org.HdrHistogram.Histogram;

/// Response times of a single user, ns, in which nothing queues.
///
/// @param responses at least 1
/// @param standardDeviationNanos of a single response, with divisor n - 1; 0 of one response
public record UnloadedResponse(
        long responses, double medianNanos, double meanNanos, double standardDeviationNanos) {

    /// Empty where nothing was recorded.
    public static Optional<UnloadedResponse> of(Histogram times) {
        long n = times.getTotalCount();
        return n == 0
                ? Optional.empty()
                : Optional.of(
                        new UnloadedResponse(
                                n,
                                (double) times.getValueAtPercentile(50),
                                times.getMean(),
                                n == 1 ? 0 : times.getStdDeviation() * Math.sqrt(n / (n - 1.0))));
    }

    /// Standard error of the mean as a share of it, 0..; 0 of one response, whose spread is
    /// unknown.
    public double relativeError() {
        return standardDeviationNanos / Math.sqrt((double) responses) / meanNanos;
    }
}

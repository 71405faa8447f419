package dev.loombench.load.result;

import java.util.Optional;
import org.HdrHistogram.Histogram;

/// The number of responses that a percentile rests on.
public final class ResponsesBeyond {
    /// Responses beyond a percentile from which on it is judged: with fewer it is one of the few
    /// longest, and hardly more than chance.
    public static final double ENOUGH = 10;

    /// A response more or less at the end of a window is not counted.
    private static final double TOLERANCE = 0.02;

    /// Of the arithmetic: 99.9 % of 10,000 is not exactly 9,990.
    private static final double ROUNDING = 1e-6;

    private ResponsesBeyond() {}

    /// Those that are expected beyond it. Of an arriving request, no more than the requests sent
    /// that took as long: in a pause, one response to each user stands for all that would have
    /// arrived.
    ///
    /// @param sent response times of the requests sent
    /// @param arriving those of an [arriving request][ArrivingRequest]; empty for a load that is
    ///   not closed
    public static double of(Histogram sent, Optional<Histogram> arriving, double percent) {
        double expected = sent.getTotalCount() * (100 - percent) / 100;
        return arriving.filter(_ -> ArrivingRequest.judges(percent))
                .map(times -> Math.min(expected, (double) asLong(sent, times, percent)))
                .orElse(expected);
    }

    /// The number of responses to requests sent that took at least as long as a percentile.
    ///
    /// @param judged response times that have the percentile
    public static long asLong(Histogram sent, Histogram judged, double percent) {
        long value = judged.getValueAtPercentile(percent);
        return sent.getCountBetweenValues(value, Math.max(value, sent.getMaxValue()));
    }

    /// Whether so few responses lie beyond a percentile that it is not judged.
    public static boolean areFew(double beyond) {
        return beyond < (1 - TOLERANCE) * ENOUGH;
    }

    /// What has enough responses beyond a percentile, in whole units.
    ///
    /// @param present what had `beyond` of them: a time, or a number of requests
    public static long sufficient(double present, double beyond) {
        return (long) Math.ceil(present * ENOUGH / beyond - ROUNDING);
    }

    /// In whole responses.
    public static long whole(double beyond) {
        return (long) Math.floor(beyond + ROUNDING);
    }
}

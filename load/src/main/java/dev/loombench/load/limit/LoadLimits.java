package dev.loombench.load.limit;

import static dev.loombench.text.Figures.axis;
import static dev.loombench.text.Figures.percent;

import dev.loombench.load.result.LoadResult;
import java.util.SortedMap;
import java.util.TreeMap;

/// The limits beyond which the figures of a load are wrong, the same for all that judge a load: a
/// run, the command `load`, and a program that uses the generator by itself.
public final class LoadLimits {
    /// Share of the window, 0..1: a generator that is busier measures itself.
    public static final double BUSY_SHARE = 0.90;

    /// p99 of the send lag below which requests count as sent in time.
    public static final double SEND_LAG_SECONDS = 0.01;

    /// The same as a share of the median response time.
    public static final double SEND_LAG_SHARE = 0.5;

    /// Share of the window in which a generator waited for CPU, from which on one request in a
    /// hundred or more waited for it.
    public static final double P99_WAITS = 0.01;

    /// The same, from which on one response in ten or more waited for it.
    public static final double P90_WAITS = 0.1;

    /// The same, from which on the median response waited for it.
    public static final double MEDIAN_WAITS = 0.5;

    /// Beyond this share of failed requests p99.9 is affected, and good responses no longer
    /// represent the load.
    public static final double ERROR_SHARE = 0.001;

    /// Failed requests beyond that share that show nothing: one of a few hundred may meet a
    /// connection that is being closed.
    public static final int STRAY_ERRORS = 1;

    /// The largest share of a window that an interruption may take: less than the smallest margin
    /// in use (3 %).
    public static final double INTERRUPTED_SHARE = 0.02;

    /// The longest interruption: a single second is the p99.9 of a quarter of an hour.
    public static final double INTERRUPTED_SECONDS = 1;

    /// Both limits of an interruption, in words that follow "over".
    public static final String INTERRUPTED =
            "%s of the window, or over %s s at once"
                    .formatted(percent(INTERRUPTED_SHARE), axis(INTERRUPTED_SECONDS));

    /// From this multiple of the p99 of the requests sent on, that of an arriving request shows
    /// that a closed load hides for how long the server stood still.
    public static final double ARRIVING_MULTIPLE = 2;

    private LoadLimits() {}

    /// Whether the generator was close to its CPU limit.
    ///
    /// @param busyShare of the window, 0..1
    public static boolean isBusy(double busyShare) {
        return busyShare > BUSY_SHARE;
    }

    /// Whether requests of an open load left too late.
    ///
    /// @param lagSeconds p99 of the send lag
    /// @param responseSeconds median response time
    public static boolean isLate(double lagSeconds, double responseSeconds) {
        return lagSeconds > Math.max(SEND_LAG_SECONDS, SEND_LAG_SHARE * responseSeconds);
    }

    /// Whether so many requests failed that the result is invalid.
    public static boolean hasTooManyErrors(long failed, long sent) {
        return (double) failed - STRAY_ERRORS > ERROR_SHARE * sent;
    }

    /// Status -> count, for the responses of status 3xx that were not expected. Redirects are not
    /// followed, so any makes the result invalid.
    public static SortedMap<Integer, Long> redirects(LoadResult.Counts counts) {
        var redirects = new TreeMap<Integer, Long>();
        counts.statuses()
                .forEach((status, count) -> {
                    if (status / 100 == 3) {
                        redirects.put(status, count);
                    }
                });
        return redirects;
    }

    /// Whether an interruption makes the figures of a window invalid.
    ///
    /// @param seconds in total, and `longestSeconds` of the longest
    public static boolean isInterruptedTooLong(
            double seconds, double longestSeconds, double windowSeconds) {
        return seconds > INTERRUPTED_SHARE * windowSeconds || longestSeconds > INTERRUPTED_SECONDS;
    }

    /// Whether the percentiles of a closed load hide for how long the server stood still.
    ///
    /// @param sentNanos p99 of the requests sent
    /// @param arrivingNanos p99 of an arriving request
    public static boolean omitsArrivals(double sentNanos, double arrivingNanos) {
        return arrivingNanos >= ARRIVING_MULTIPLE * Math.max(sentNanos, 1);
    }
}

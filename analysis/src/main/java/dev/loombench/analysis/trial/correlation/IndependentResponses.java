package dev.loombench.analysis.trial.correlation;

/// How many independent observations of the response time the windows of one variant hold, of all
/// responses or of some.
///
/// Requests that meet the same queue have similar response times, so that n responses say less than
/// n independent ones.
///
/// @param perWindow `n / I`, with n responses and the inflation I of the variance of their mean
///   rank; the mean of the windows
/// @param windowSeconds mean length of the windows
/// @param swing standard deviation of the seconds' mean response times, as a share of their mean
/// @param ofQueue time of load that would count as one in a queue of as many requests as were in
///   flight on average, s
public record IndependentResponses(
        double perWindow, double windowSeconds, double swing, double ofQueue) {
    /// Smaller changes of the response time from second to second, as a share of its mean, are not
    /// a queue's.
    public static final double MIN_SWING = 0.1;

    /// Response times that stay high or low for more than this multiple of [#ofQueue] are those of
    /// a machine that is fast and slow by turns: the queue of a hardly loaded server is empty most
    /// of the time. A large multiple, since short windows know the length of a queue badly.
    private static final double NO_QUEUE = 40;

    /// A queue near saturation with n requests on average, of which `λ` arrive per second, forgets
    /// within `4 n² / λ` (Kingman's heavy traffic; M/M/1), 1.7 times the time that counts as one.
    private static final double OF_QUEUE = 4 / 1.7;

    /// Corrects the inflation of windows that are short for a queue that was empty before: fitted
    /// to simulated queues.
    private static final double SHORT_WINDOW = 5;

    /// The time of load that counts as one independent observation.
    public double secondsEach() {
        return windowSeconds / perWindow * (1 + SHORT_WINDOW / perWindow);
    }

    /// Whether a queue explains how the response times change.
    public boolean isOfQueue() {
        return swing >= MIN_SWING && windowSeconds / perWindow <= NO_QUEUE * ofQueue;
    }

    /// @param series with a response
    /// @param windows of the series
    /// @param seconds mean length of a window
    static IndependentResponses of(ResponseSeries series, int windows, double seconds) {
        double perWindow = series.total() / windows;
        return new IndependentResponses(
                perWindow / series.rankInflation(),
                seconds,
                series.swing(),
                OF_QUEUE * perWindow / seconds * Math.pow(series.mean() / 1e9, 2));
    }
}

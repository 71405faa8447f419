package dev.loombench.analysis.trial;

import dev.loombench.load.result.LoadResult;
import java.util.List;
import java.util.Optional;

/// How many independent observations of the response time the windows of one variant hold.
///
/// Requests that meet the same queue have similar response times, so that n responses say less than
/// n independent ones.
///
/// @param perWindow `n / I`, with n responses and the inflation I of the variance of their mean
///   rank; the mean of the windows
/// @param windowSeconds mean length of the windows
/// @param swing standard deviation of the seconds' mean response times, as a share of their mean
public record IndependentResponses(double perWindow, double windowSeconds, double swing) {
    /// Smaller changes of the response time from second to second, as a share of its mean, are not
    /// a queue's.
    public static final double MIN_SWING = 0.1;

    /// Corrects the inflation of windows that are short for a queue that was empty before: fitted
    /// to simulated queues.
    private static final double SHORT_WINDOW = 5;

    /// The time of load that counts as one independent observation.
    public double secondsEach() {
        return windowSeconds / perWindow * (1 + SHORT_WINDOW / perWindow);
    }

    /// Empty where there is no response.
    ///
    /// @param loads of the variant's windows
    public static Optional<IndependentResponses> of(List<LoadResult> loads) {
        var series =
                ResponseSeries.of(loads.stream().map(LoadResult::secondsWithResponses).toList());
        return series.total() == 0
                ? Optional.empty()
                : Optional.of(
                        new IndependentResponses(
                                series.total() / series.rankInflation() / loads.size(),
                                loads.stream()
                                        .mapToDouble(l -> l.window().seconds())
                                        .average()
                                        .orElse(0),
                                series.swing()));
    }
}

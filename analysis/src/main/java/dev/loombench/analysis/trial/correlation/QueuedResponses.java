package dev.loombench.analysis.trial.correlation;

import dev.loombench.load.result.LoadResult;
import java.util.ArrayList;
import java.util.List;

/// Responses of a variant whose times change as those of a queue that fills and empties slowly: all
/// of them, or the slowest, which may be those of a queue that most requests do not meet.
///
/// @param share of all responses, above 0; 1 is all
/// @param responses how many independent observations of their times the windows hold
public record QueuedResponses(double share, IndependentResponses responses) {
    /// The largest share of the slowest. Each further one is half of the one before, so that every
    /// percentile from p83 on is between the median and the upper quartile of one of them, or near.
    private static final double LARGEST = 0.32;

    /// The fewest slowest responses in a window, of which ten lie beyond their median.
    private static final double LEAST = 20;

    /// The shares of the slowest that lie beyond a percentile which is judged by them.
    private static final double LEAST_BEYOND = 0.25;

    private static final double MOST_BEYOND = 0.55;

    /// The slowest are those of a queue only where neighbouring seconds are alike: a pause makes
    /// some responses of its second slow, and not those of the next.
    ///
    /// @param loads of the variant's windows
    public static List<QueuedResponses> of(List<LoadResult> loads) {
        var series =
                ResponseSeries.of(loads.stream().map(LoadResult::secondsWithResponses).toList());
        if (series.total() == 0) {
            return List.of();
        }
        int windows = loads.size();
        double seconds = loads.stream().mapToDouble(l -> l.window().seconds()).average().orElse(0);
        var queued = new ArrayList<>(all(IndependentResponses.of(series, windows, seconds)));
        double least = LEAST * windows;
        for (double share = LARGEST; share * series.total() >= least; share /= 2) {
            var slowest = series.slowest(share);
            if (slowest.total() > 0 && slowest.isCorrelated()) {
                var responses = IndependentResponses.of(slowest, windows, seconds);
                if (responses.isOfQueue()) {
                    queued.add(new QueuedResponses(slowest.total() / series.total(), responses));
                }
            }
        }
        return List.copyOf(queued);
    }

    /// All of a variant; empty where no queue explains how their times change.
    public static List<QueuedResponses> all(IndependentResponses responses) {
        return responses.isOfQueue() ? List.of(new QueuedResponses(1, responses)) : List.of();
    }

    /// Whether they are all responses of the variant.
    public boolean areAll() {
        return share == 1;
    }

    /// Whether a percentile is judged by them.
    ///
    /// @param beyond share of all responses that lies beyond it, 0..1
    public boolean judge(double beyond) {
        return areAll() || (beyond >= LEAST_BEYOND * share && beyond <= MOST_BEYOND * share);
    }
}

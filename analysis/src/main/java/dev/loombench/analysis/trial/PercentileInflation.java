package dev.loombench.analysis.trial;

import java.util.List;

/// The factor by which correlation in time reduces the number of responses that count for a
/// percentile: of N responses, N / I are independent.
///
/// I is the larger of the inflations of the mean rank and of the share beyond the percentile. The
/// latter alone is too low where most runs contain none of the rare periods in which a queue is
/// long; the former alone where pauses determine the tail.
///
/// Source: Heidelberger and Lewis, *Quantile Estimation in Dependent Sequences* (1984).
public final class PercentileInflation {
    private PercentileInflation() {}

    /// 1 where the trials have no seconds.
    ///
    /// @param percent as in 99
    /// @return at least 1
    public static double of(List<TrialFigures> trials, double percent) {
        var series = ResponseSeries.of(trials.stream().map(t -> t.latency().seconds()).toList());
        if (series.total() == 0) {
            return 1;
        }
        var all = Histograms.merged(trials.stream().map(t -> t.latency().responseTime()));
        return Math.max(1, inflation(series, all.getValueAtPercentile(percent)));
    }

    /// Ranks of response times that hardly change say nothing about their tail.
    private static double inflation(ResponseSeries series, long percentile) {
        double beyond = series.inflationBeyond(percentile);
        return series.swing() < IndependentResponses.MIN_SWING
                ? beyond
                : Math.max(beyond, series.rankInflation());
    }
}

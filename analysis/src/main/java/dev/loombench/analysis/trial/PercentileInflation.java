package dev.loombench.analysis.trial;

import org.HdrHistogram.Histogram;

/// The factor by which correlation in time reduces the number of responses that count for a
/// percentile: of N responses, N / I are independent.
///
/// I is the larger of the inflations of the mean rank and of the share beyond the percentile. The
/// latter alone is too low where most runs contain none of the rare periods in which a queue is
/// long; the former alone where pauses determine the tail.
///
/// Source: Heidelberger and Lewis, *Quantile Estimation in Dependent Sequences* (1984).
final class PercentileInflation {
    private PercentileInflation() {}

    /// 1 where the trials have no seconds.
    ///
    /// @param series of the trials
    /// @param responseTime of the trials merged
    /// @param percent as in 99
    /// @return at least 1
    static double of(ResponseSeries series, Histogram responseTime, double percent) {
        return series.total() == 0
                ? 1
                : Math.max(1, inflation(series, responseTime.getValueAtPercentile(percent)));
    }

    /// Ranks of response times that hardly change say nothing about their tail.
    private static double inflation(ResponseSeries series, long percentile) {
        double beyond = series.inflationBeyond(percentile);
        return series.swing() < IndependentResponses.MIN_SWING
                ? beyond
                : Math.max(beyond, series.rankInflation());
    }
}

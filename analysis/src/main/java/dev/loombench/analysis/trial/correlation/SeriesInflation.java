package dev.loombench.analysis.trial.correlation;

/// How the response times of windows correlate in time, by the factors by which that reduces the
/// number of responses that count, whatever the percentile.
///
/// @param ofRanks that of the mean rank; 1 where response times hardly change from second to
///   second, since their ranks say nothing about their tail then, and without seconds
/// @param beyond that of the share of responses beyond each value
public record SeriesInflation(double ofRanks, InflationBeyond beyond) {
    public static SeriesInflation of(ResponseSeries series) {
        boolean changes = series.total() > 0 && series.swing() >= IndependentResponses.MIN_SWING;
        return new SeriesInflation(changes ? series.rankInflation() : 1, series.inflationBeyond());
    }
}

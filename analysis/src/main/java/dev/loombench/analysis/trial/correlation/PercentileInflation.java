package dev.loombench.analysis.trial.correlation;

import org.HdrHistogram.Histogram;

/// The factor by which correlation in time reduces the number of responses that count where a value
/// is tested as a percentile: of N responses, N / I are independent.
///
/// I is the larger of the inflations of the mean rank and of the share beyond the value. The latter
/// alone is too low where most runs contain none of the rare periods in which a queue is long; the
/// former alone where pauses determine the tail. Above the percentile, where fewer and fewer
/// responses show how they correlate, I is at least what it is there.
///
/// The share beyond the value that is tested counts, and not that beyond the percentile: where a
/// peak of the response times moves to and fro, the share beyond the middle of the peak says
/// little, and the share beyond a value below it says that the percentile is not there.
///
/// Sources: Heidelberger and Lewis, *Quantile Estimation in Dependent Sequences* (1984); Woodruff,
/// *Confidence Intervals for Medians and Other Position Measures* (1952).
public final class PercentileInflation {
    private final InflationBeyond beyond;
    private final long percentile;

    /// That of the mean rank.
    private final double least;

    private PercentileInflation(InflationBeyond beyond, long percentile, double least) {
        this.beyond = beyond;
        this.percentile = percentile;
        this.least = least;
    }

    /// 1 at all values where the trials have no seconds.
    ///
    /// @param series of the trials
    /// @param responseTime of the trials merged
    /// @param percent as in 99
    public static PercentileInflation of(
            SeriesInflation series, Histogram responseTime, double percent) {
        return new PercentileInflation(
                series.beyond(), responseTime.getValueAtPercentile(percent), series.ofRanks());
    }

    /// @param value ns
    /// @return at least 1
    public double at(long value) {
        double here = Math.max(least, beyond.of(value));
        return value < percentile ? here : Math.max(here, beyond.of(percentile));
    }
}

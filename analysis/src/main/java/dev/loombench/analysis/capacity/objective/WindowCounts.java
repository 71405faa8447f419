package dev.loombench.analysis.capacity.objective;

import dev.loombench.analysis.trial.Histograms;
import dev.loombench.load.result.LoadResult;
import dev.loombench.load.result.LoadResult.Second;
import org.HdrHistogram.Histogram;

/// The requests of a window, or of its part so far, as objectives count them.
///
/// @param responseTime of the responses, ns, from the intended send; requests that timed out are
///   included with the time they had waited
/// @param ended requests that succeeded or failed, each once
/// @param errors of these, the failed ones
public record WindowCounts(Histogram responseTime, long ended, long errors) {

    public static WindowCounts of(LoadResult load) {
        var counts = load.counts();
        return new WindowCounts(
                Histograms.merged(load.intervals().stream().map(Second::responseTime)),
                counts.succeeded() + counts.failed(),
                counts.failed());
    }

    public long responses() {
        return responseTime.getTotalCount();
    }

    /// Responses that took this time or longer, within the resolution of the histogram.
    long slowerThan(long nanos) {
        return responseTime.getTotalCount() == 0 || responseTime.getMaxValue() < nanos
                ? 0
                : responseTime.getCountBetweenValues(
                        responseTime.nextNonEquivalentValue(nanos), responseTime.getMaxValue());
    }

    /// @return ns; 0 without responses
    public long percentileNanos(double percent) {
        return responses() == 0 ? 0 : responseTime.getValueAtPercentile(percent);
    }
}

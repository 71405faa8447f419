package dev.loombench.load.result;

import org.HdrHistogram.Histogram;

/// The values of a histogram that were recorded.
///
/// They are those of `recordedValues`, whose iterator visits each value from 0 on: 18,000 of them
/// below 100 ms, where most histograms of a second have far fewer above their lowest.
public final class RecordedValues {
    private RecordedValues() {}

    /// Takes a value, and how often it was recorded.
    @FunctionalInterface
    public interface Visitor {
        /// @param value the highest that is equivalent to those recorded
        void visit(long value, long count);
    }

    /// Visits them in ascending order.
    public static void forEach(Histogram histogram, Visitor visitor) {
        long highest = histogram.getMaxValue();
        for (long value = histogram.getMinValue();
                value <= highest;
                value = histogram.nextNonEquivalentValue(value)) {
            long count = histogram.getCountAtValue(value);
            if (count > 0) {
                visitor.visit(histogram.highestEquivalentValue(value), count);
            }
        }
    }

    /// The mean as of `getMean`, which uses that iterator: each value as the middle of those that
    /// are equivalent; 0 without any.
    public static double mean(Histogram histogram) {
        long highest = histogram.getMaxValue();
        double sum = 0;
        for (long value = histogram.getMinValue();
                value <= highest;
                value = histogram.nextNonEquivalentValue(value)) {
            sum +=
                    (double) histogram.medianEquivalentValue(value)
                            * (double) histogram.getCountAtValue(value);
        }
        return histogram.getTotalCount() == 0 ? 0 : sum / (double) histogram.getTotalCount();
    }
}

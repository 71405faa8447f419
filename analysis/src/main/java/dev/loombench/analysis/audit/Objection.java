package dev.loombench.analysis.audit;

import java.util.List;
import java.util.OptionalDouble;

/// A contradiction in published figures. Times are in seconds, throughput in requests per second.
public sealed interface Objection {
    /// A response time by its percent; 100 is the maximum.
    record Percentile(double percent, double time) {}

    /// A contradiction in the figures of one variant.
    sealed interface OfVariant extends Objection {
        String variant();
    }

    /// Little's law: `inFlight = throughput * (response + think)` for any system in equilibrium.
    ///
    /// @param think time of a user between a response and the next request
    record UsersNotInFlight(
            String variant,
            int users,
            double inFlight,
            double throughput,
            MeanResponse response,
            double think)
            implements OfVariant {}

    /// A percentile is above a higher one.
    record PercentilesNotMonotone(
            String variant, double lower, double lowerTime, double higher, double higherTime)
            implements OfVariant {}

    /// The mean is below the least that the percentiles allow ([Percentiles]).
    record MeanTooLow(String variant, double mean, List<Percentile> percentiles, double minimum)
            implements OfVariant {
        public MeanTooLow {
            percentiles = List.copyOf(percentiles);
        }
    }

    /// The mean is above the most that the percentiles and the maximum allow ([Percentiles]).
    record MeanTooHigh(String variant, double mean, List<Percentile> percentiles, double maximum)
            implements OfVariant {
        public MeanTooHigh {
            percentiles = List.copyOf(percentiles);
        }
    }

    /// Throughput is above `threads / handler`, the maximum of the pool.
    record FasterThanPool(
            String variant, double throughput, int threads, double handler, double maxThroughput)
            implements OfVariant {}

    /// The mean is below `users * handler / threads - think`, with which the users of a pool wait
    /// for one another.
    ///
    /// @param think time of a user between a response and the next request
    record FasterThanQueue(
            String variant,
            MeanResponse response,
            int users,
            int threads,
            double handler,
            double think,
            double minimum)
            implements OfVariant {}

    /// A response came before its handler ended.
    ///
    /// @param percent of the percentile; empty where it is the mean
    record FasterThanHandler(String variant, OptionalDouble percent, double time, double handler)
            implements OfVariant {}

    /// A percentile repeats the mean in more rows than chance explains ([CopiedMeans]).
    ///
    /// @param variants whose percentile is their mean, at least two
    /// @param rows number of rows that have both figures
    record PercentileIsMean(double percent, List<String> variants, int rows) implements Objection {
        public PercentileIsMean {
            variants = List.copyOf(variants);
        }
    }
}

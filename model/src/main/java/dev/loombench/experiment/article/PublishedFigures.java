package dev.loombench.experiment.article;

import dev.loombench.text.WrongInput;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;

/// A published table of figures of some variants, without their trials.
///
/// @param source where the table was published
public record PublishedFigures(String source, List<Row> variants) {

    public PublishedFigures {
        if (variants.isEmpty()) {
            throw new WrongInput("a table of figures needs at least one variant");
        }
        variants = List.copyOf(variants);
    }

    /// The figures of a variant.
    ///
    /// @param throughput requests per second
    /// @param mean response time
    /// @param percentiles percent -> response time, ascending by percent; 100 is the maximum
    public record Row(
            String name,
            Setup setup,
            Optional<PublishedFigure> throughput,
            Optional<PublishedFigure> mean,
            SortedMap<Double, PublishedFigure> percentiles) {

        public Row {
            percentiles = new TreeMap<>(percentiles);
            percentiles.keySet().forEach(Row::requirePercent);
        }

        private static void requirePercent(double percent) {
            if (!(percent > 0 && percent <= 100)) {
                throw new WrongInput(
                        "a percentile must be above 0 and at most 100, was " + percent);
            }
        }
    }

    /// What a variant was measured with, as far as it is known.
    ///
    /// @param users number of users of the load
    /// @param thinkTime pause of each user between a response and the next request, s
    /// @param handler minimum time for which a request occupies its thread, as a `sleep` does, s
    /// @param threads size of the pool, for a variant that has one
    public record Setup(
            OptionalInt users,
            PublishedFigure thinkTime,
            Optional<PublishedFigure> handler,
            OptionalInt threads) {

        public static final Setup UNKNOWN =
                new Setup(
                        OptionalInt.empty(),
                        PublishedFigure.ZERO,
                        Optional.empty(),
                        OptionalInt.empty());
    }
}

package dev.loombench.spec.article;

import dev.loombench.spec.text.SpecError;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;

/// A published table of figures of some variants, without their trials.
///
/// @param source where the table was published
/// @param users number of users of the load; empty when not known
/// @param thinkTime pause of each user between a response and the next request
/// @param handler minimum time for which a request occupies its thread, as a `sleep` does; empty
///   when not known
public record PublishedFigures(
        String source,
        OptionalInt users,
        Duration thinkTime,
        Optional<Duration> handler,
        List<Row> variants) {

    public PublishedFigures {
        if (variants.isEmpty()) {
            throw new SpecError("a table of figures needs at least one variant");
        }
        variants = List.copyOf(variants);
    }

    /// The figures of a variant.
    ///
    /// @param throughput requests per second
    /// @param threads size of the pool, for a variant that has one
    /// @param percentiles percent -> response time, ascending by percent
    public record Row(
            String name,
            OptionalDouble throughput,
            OptionalInt threads,
            Optional<Duration> mean,
            SortedMap<Double, Duration> percentiles) {

        public Row {
            if (throughput.isPresent() && !(throughput.getAsDouble() > 0)) {
                throw new SpecError("throughput must be above 0 requests per second");
            }
            percentiles = new TreeMap<>(percentiles);
            percentiles.keySet().forEach(Row::requirePercent);
        }

        private static void requirePercent(double percent) {
            if (!(percent > 0 && percent <= 100)) {
                throw new SpecError("a percentile must be above 0 and at most 100, was " + percent);
            }
        }

        /// The percentiles as pairs, lowest percent first.
        public List<Map.Entry<Double, Duration>> ascending() {
            return List.copyOf(percentiles.entrySet());
        }
    }
}

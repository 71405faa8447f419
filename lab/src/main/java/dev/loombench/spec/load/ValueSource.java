package dev.loombench.spec.load;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.loombench.spec.text.SpecError;
import java.nio.file.Path;

/// Where the values of a name come from, one for each request that uses it.
public sealed interface ValueSource {

    /// `from`, `from` + 1, ...: over a whole load no number twice.
    ///
    /// @param from 0 or more
    record Counter(@JsonProperty("from") long from) implements ValueSource {
        public Counter {
            if (from < 0) {
                throw new SpecError("a counter begins at 0 or more, was " + from);
            }
        }
    }

    /// Any whole number of `min`..`max`, both included, each as likely, by the run's seed.
    ///
    /// @param min 0 or more
    record Uniform(@JsonProperty("min") long min, @JsonProperty("max") long max)
            implements ValueSource {
        public Uniform {
            if (min < 0 || max < min || max == Long.MAX_VALUE) {
                throw new SpecError(
                        "random needs a range like 1..1000, 0 or more and upwards, was %d..%d"
                                .formatted(min, max));
            }
        }
    }

    /// A column of a CSV file, whose first line names the columns. Columns of the same file, taken
    /// the same way, come from the same row.
    ///
    /// @param random whether each row is drawn, by the run's seed; else they come in order, and
    ///   again from the first after the last
    record Column(
            @JsonProperty("file") Path file,
            @JsonProperty("column") String column,
            @JsonProperty("random") boolean random)
            implements ValueSource {}
}

package dev.loombench.analysis.audit;

import dev.loombench.analysis.audit.Objection.Percentile;
import java.util.List;

/// What is known of a mean response time. Times are in seconds.
public sealed interface MeanResponse {
    double time();

    /// The published mean.
    record Published(double time) implements MeanResponse {}

    /// The handler's time: the mean is as long or longer.
    record OfHandler(double time) implements MeanResponse {}

    /// The least mean that the percentiles allow.
    record AtLeast(double time, List<Percentile> percentiles) implements MeanResponse {
        public AtLeast {
            percentiles = List.copyOf(percentiles);
        }
    }

    /// The highest mean that the percentiles and the maximum allow.
    record AtMost(double time, List<Percentile> percentiles) implements MeanResponse {
        public AtMost {
            percentiles = List.copyOf(percentiles);
        }
    }
}

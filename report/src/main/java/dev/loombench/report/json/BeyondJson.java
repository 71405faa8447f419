package dev.loombench.report.json;

import dev.loombench.analysis.trial.Latency;
import dev.loombench.analysis.validity.TailFinding;
import dev.loombench.experiment.Metric;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/// The number of responses beyond each percentile, in the window that has the fewest; of a closed
/// load above the median, beyond that of an arriving request.
public record BeyondJson(long p50, long p75, long p90, long p95, long p99, long p999, long p9999) {

    /// Empty where nothing was recorded.
    public static Optional<BeyondJson> of(Collection<Latency> windows) {
        var recorded =
                windows.stream().filter(w -> w.responseTime().getTotalCount() > 0).toList();
        return recorded.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        new BeyondJson(
                                fewest(recorded, Metric.P50),
                                fewest(recorded, Metric.P75),
                                fewest(recorded, Metric.P90),
                                fewest(recorded, Metric.P95),
                                fewest(recorded, Metric.P99),
                                fewest(recorded, Metric.P999),
                                fewest(recorded, Metric.P9999)));
    }

    private static long fewest(List<Latency> windows, Metric percentile) {
        return windows.stream()
                .mapToLong(w -> TailFinding.beyond(w, percentile))
                .min()
                .orElseThrow();
    }
}

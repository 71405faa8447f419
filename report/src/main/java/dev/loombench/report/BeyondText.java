package dev.loombench.report;

import dev.loombench.analysis.Scorecard;
import dev.loombench.analysis.validity.TailFinding;
import dev.loombench.spec.Metric;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/// How many responses lie beyond the percentiles of a scorecard, in words.
public final class BeyondText {
    private BeyondText() {}

    /// `Beyond p99: 312 responses or more in each window.`; empty without responses.
    public static Optional<String> of(Scorecard scorecard) {
        return of(scorecard, scorecard.metrics());
    }

    /// The same of other percentiles.
    ///
    /// @param metrics of which percentiles above the median are named
    public static Optional<String> of(Scorecard scorecard, List<Metric> metrics) {
        var fewest =
                scorecard.trials().values().stream()
                        .flatMap(Collection::stream)
                        .mapToLong(trial -> trial.latency().responseTime().getTotalCount())
                        .filter(responses -> responses > 0)
                        .min();
        var beyond =
                metrics.stream()
                        .filter(m -> m.isPercentile() && m != Metric.P50)
                        .flatMap(m -> fewest.stream().mapToObj(n -> beyond(n, m)))
                        .collect(Collectors.joining(", "));
        return beyond.isEmpty()
                ? Optional.empty()
                : Optional.of("Beyond %s responses or more in each window.".formatted(beyond));
    }

    /// Whether a window of a variant has fewer than ten responses beyond a percentile, so that its
    /// figure is one of the few longest.
    public static boolean isOfFew(Scorecard scorecard, String variant, Metric percentile) {
        return scorecard.trials().getOrDefault(variant, List.of()).stream()
                .mapToLong(trial -> trial.latency().responseTime().getTotalCount())
                .anyMatch(n -> n > 0 && TailFinding.tooFew(n, percentile));
    }

    private static String beyond(long responses, Metric percentile) {
        return String.format(
                Locale.ROOT,
                "%s: %,d",
                percentile.label(),
                TailFinding.beyond(responses, percentile));
    }
}

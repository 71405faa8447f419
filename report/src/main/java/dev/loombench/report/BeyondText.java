package dev.loombench.report;

import dev.loombench.analysis.Analysis;
import dev.loombench.analysis.comparison.Scorecard;
import dev.loombench.analysis.comparison.Verdict;
import dev.loombench.analysis.trial.Latency;
import dev.loombench.analysis.trial.TrialFigures;
import dev.loombench.analysis.validity.percentile.TailFinding;
import dev.loombench.experiment.Metric;
import dev.loombench.stats.Interval;
import dev.loombench.text.Figures;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// How many responses lie beyond the percentiles of a scorecard, in words.
public final class BeyondText {
    private BeyondText() {}

    /// `Beyond p99: 312 responses or more in each window.`, of a closed load `Beyond p99 arriving`;
    /// and that these came in bursts where a ratio that decides nothing has no bound by them. Empty
    /// without responses.
    public static Optional<String> of(Analysis analysis) {
        return of(analysis, analysis.scorecard().metrics());
    }

    /// The same of other percentiles.
    ///
    /// @param metrics of which percentiles above the median are named
    public static Optional<String> of(Analysis analysis, List<Metric> metrics) {
        var windows =
                analysis.scorecard().trials().values().stream()
                        .flatMap(Collection::stream)
                        .map(TrialFigures::latency)
                        .filter(BeyondText::hasResponses)
                        .toList();
        var load = analysis.manifest().experiment().load();
        var beyond =
                metrics.stream()
                        .filter(m -> m.isPercentile() && m != Metric.P50)
                        .flatMap(m ->
                                fewest(windows, m).stream()
                                        .map(n -> beyond(ArrivingText.label(m, load), n)))
                        .collect(Collectors.joining(", "));
        return beyond.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "Beyond %s responses or more in each window%s."
                                .formatted(beyond, unbounded(analysis, metrics)));
    }

    /// Of the responses beyond a percentile so few are independent that it may be any higher.
    private static String unbounded(Analysis analysis, List<Metric> metrics) {
        var load = analysis.manifest().experiment().load();
        var open =
                metrics.stream()
                        .filter(m -> m.isPercentile() && m != Metric.P50)
                        .filter(m -> isUnbounded(analysis.scorecard(), m))
                        .map(m -> ArrivingText.label(m, load))
                        .collect(Collectors.joining(" and "));
        return open.isEmpty()
                ? ""
                : "; they came in bursts, too few to bound %s: longer windows (-d) decide"
                        .formatted(open);
    }

    private static boolean isUnbounded(Scorecard scorecard, Metric percentile) {
        return scorecard.verdicts().values().stream()
                .map(of -> of.get(percentile))
                .anyMatch(v -> v instanceof Verdict.Undecided u && isOpen(u.ratio()));
    }

    private static boolean isOpen(Interval ratio) {
        return ratio.low() == 0 || Double.isInfinite(ratio.high());
    }

    /// Whether a window of a variant has fewer than ten responses beyond a percentile, so that its
    /// figure is one of the few longest.
    public static boolean isOfFew(Scorecard scorecard, String variant, Metric percentile) {
        return scorecard.trials().getOrDefault(variant, List.of()).stream()
                .map(TrialFigures::latency)
                .anyMatch(w -> hasResponses(w) && TailFinding.tooFew(w, percentile));
    }

    private static boolean hasResponses(Latency window) {
        return window.responseTime().getTotalCount() > 0;
    }

    private static Optional<Long> fewest(List<Latency> windows, Metric percentile) {
        return windows.stream()
                .map(w -> TailFinding.beyond(w, percentile))
                .min(Comparator.naturalOrder());
    }

    private static String beyond(String percentile, long responses) {
        return percentile + ": " + Figures.whole(responses);
    }
}

package dev.loombench.analysis.comparison;

import dev.loombench.analysis.trial.ProcessKinds;
import dev.loombench.analysis.trial.TrialFigures;
import dev.loombench.experiment.Metric;
import dev.loombench.stats.GroupedMeans;
import dev.loombench.stats.Interval;
import java.util.List;
import java.util.Optional;

/// Intervals of a metric where processes may be of [two kinds][ProcessKinds]: from the lowest limit
/// of a kind, or of a combination of kinds, to the highest. What holds for the whole interval holds
/// for each of them.
///
/// Kinds are looked for among the judged figures and among those of the requests sent, since either
/// may be of two kinds alone.
///
/// @param estimates where processes are of one kind
record EstimatesOfKinds(Estimates estimates) {
    /// [Estimates#interval], or that of both kinds. Each kind has the bounds of its own responses.
    Optional<Interval> interval(Metric metric, List<TrialFigures> variant) {
        return Estimates.spanning(
                metric,
                variant,
                List.of(),
                (v, _) -> ofKinds(metric, v).or(() -> estimates.intervalOf(metric, v)));
    }

    /// Empty where they are of one kind.
    private Optional<Interval> ofKinds(Metric metric, List<TrialFigures> variant) {
        return ProcessKinds.of(metric, variant, List.of())
                .map(kinds -> {
                    var logs =
                            GroupedMeans.intervals(
                                    List.of(logs(metric, kinds.few()), logs(metric, kinds.many())),
                                    estimates.level());
                    var rarer = ofKind(logs.getFirst(), metric, kinds.few());
                    var others = ofKind(logs.getLast(), metric, kinds.many());
                    return new Interval(
                            Math.min(rarer.low(), others.low()),
                            Estimates.pointEstimate(metric, variant).orElseThrow(),
                            Math.max(rarer.high(), others.high()));
                });
    }

    private static double[] logs(Metric metric, List<TrialFigures> trials) {
        return Estimates.logs(Estimates.values(metric, trials));
    }

    private Interval ofKind(Interval log, Metric metric, List<TrialFigures> kind) {
        var interval =
                new Interval(Math.exp(log.low()), Math.exp(log.point()), Math.exp(log.high()));
        var rounded =
                Estimates.rounded(
                        metric.isPercentile()
                                ? estimates.withinBounds(interval, metric, kind)
                                : interval,
                        Estimates.rounding(metric, kind));
        return Estimates.withWindows(rounded, metric, kind, List.of());
    }

    /// [Estimates#ratio], or that of all [modes][Modes].
    Optional<Interval> ratio(Metric metric, List<TrialFigures> variant, List<TrialFigures> first) {
        return Estimates.spanning(
                metric,
                variant,
                first,
                (v, f) ->
                        Modes.of(metric, estimates.level(), v, f)
                                .map(modes ->
                                        hull(
                                                modes,
                                                Estimates.roundingOfOne(metric, v),
                                                Estimates.roundingOfOne(metric, f)))
                                .or(() -> estimates.pairedRatio(metric, v, f)));
    }

    /// @param above share that rounding leaves open of one trial of the variant, and `below` of the
    ///   other
    private static Interval hull(Modes modes, double above, double below) {
        var hull = modes.hull();
        for (var mode : modes.modes()) {
            double root = Math.sqrt(mode.blocks());
            var ratio = Estimates.rounded(mode.ratio(), above / root, below / root);
            hull = hull.widenedTo(ratio.low(), ratio.high());
        }
        return hull;
    }

    /// Whether each combination of kinds was observed; what the ratio of another one is, is
    /// unknown.
    boolean areComplete(Metric metric, List<TrialFigures> variant, List<TrialFigures> first) {
        return isComplete(metric, variant, first)
                && isComplete(metric, Estimates.asSent(variant), Estimates.asSent(first));
    }

    private boolean isComplete(
            Metric metric, List<TrialFigures> variant, List<TrialFigures> first) {
        return Modes.of(metric, estimates.level(), variant, first).stream()
                .allMatch(Modes::complete);
    }
}

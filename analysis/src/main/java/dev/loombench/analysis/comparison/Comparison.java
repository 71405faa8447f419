package dev.loombench.analysis.comparison;

import dev.loombench.analysis.trial.TrialFigures;
import dev.loombench.experiment.Metric;
import dev.loombench.stats.BlocksNeeded.Range;
import java.util.List;
import java.util.Optional;

/// Compares the trials of a variant with those of the first, by one metric.
///
/// The interval of the ratio [decides][Verdict#of].
///
/// Where processes are of two kinds whose ratios are further apart than the margin, there is no one
/// ratio, and the verdict [depends on the process][Verdict.DependsOnProcess].
///
/// @param margin as in 0.03
record Comparison(Metric metric, double margin, Estimates estimates) {
    Verdict of(List<TrialFigures> variant, List<TrialFigures> first) {
        if (variant.isEmpty() || first.isEmpty()) {
            return new Verdict.NoEvidence("no trial was completed");
        }
        return Modes.of(metric, estimates.level(), variant, first)
                .filter(modes -> modes.distance() > 1 + margin)
                .<Verdict>map(
                        modes -> new Verdict.DependsOnProcess(modes, direction(variant, first)))
                .orElseGet(() -> ofOneKind(variant, first));
    }

    /// Whether the variant is better in every mode, or worse in every mode.
    private Optional<Boolean> direction(List<TrialFigures> variant, List<TrialFigures> first) {
        var kinds = new EstimatesOfKinds(estimates);
        return kinds.ratio(metric, variant, first)
                .filter(hull -> hull.low() > 1 + margin || hull.high() < 1 / (1 + margin))
                .filter(_ -> kinds.areComplete(metric, variant, first))
                .map(hull -> hull.point() > 1 == metric.higherIsBetter());
    }

    private Verdict ofOneKind(List<TrialFigures> variant, List<TrialFigures> first) {
        return estimates
                .ratio(metric, variant, first)
                .map(r ->
                        Verdict.of(
                                r,
                                margin,
                                metric.higherIsBetter(),
                                () ->
                                        new Verdict.Undecided(
                                                r,
                                                Estimates.blocks(metric, variant, first),
                                                estimates.blocksForRatio(
                                                        metric,
                                                        variant,
                                                        first,
                                                        Range.equivalent(margin)))))
                .orElseGet(
                        () -> new Verdict.NoEvidence(Estimates.whyNoRatio(metric, variant, first)));
    }
}

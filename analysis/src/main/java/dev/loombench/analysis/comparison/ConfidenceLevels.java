package dev.loombench.analysis.comparison;

import dev.loombench.experiment.Experiment;
import dev.loombench.stats.AlphaSpending;
import dev.loombench.stats.Bonferroni;

/// Confidence levels of the intervals of an experiment: all statements of one kind that decide when
/// the run ends hold simultaneously with [#LEVEL], whenever that is.
///
/// A run that may end early is analysed after each round. Its intervals at an early end have the
/// level of that one analysis, and at the planned end the level of the last: by Bonferroni's
/// inequality, the intervals of all analyses hold at once. So the data may decide when the run
/// ends.
///
/// A run that was interrupted, or lost a result, has the strict level of an early end too.
///
/// @param incomplete whether the run has fewer results than planned
public record ConfidenceLevels(Experiment experiment, boolean incomplete) {
    /// Confidence level of all statements of one kind together.
    public static final double LEVEL = 0.95;

    /// Level of all statements of one kind of this analysis together.
    public double ofAnalysis() {
        var spending = new AlphaSpending(experiment.trials().analyses());
        return incomplete ? spending.earlyLevel(LEVEL) : spending.lastLevel(LEVEL);
    }

    /// Level of each comparison with the first variant.
    public double ofComparison() {
        return ofEach(experiment.variants().size() - 1);
    }

    /// Level of each comparison with the best variant, which may be any of them.
    public double ofPair() {
        int variants = experiment.variants().size();
        return ofEach(variants * (variants - 1) / 2);
    }

    /// Level of each claim.
    public double ofClaim() {
        return ofEach(experiment.criteria().claims().size());
    }

    /// Level of each comparison with the first variant by a metric that does not decide: the marks
    /// of all these metrics and variants hold at once with [#LEVEL].
    ///
    /// They do not decide when the run ends, so an early end does not lower it, except where a
    /// metric varies from block to block as the deciding one does: one that equals it, of equal
    /// servers and at 99 %, errs in up to 2 % of simulated runs of 3 to 10 blocks.
    ///
    /// @param metrics that do not decide, at least 1
    public double ofOtherMetric(int metrics) {
        return Bonferroni.levelOfEach(
                LEVEL, Math.max(1, metrics * (experiment.variants().size() - 1)));
    }

    private double ofEach(int intervals) {
        return Bonferroni.levelOfEach(ofAnalysis(), Math.max(1, intervals));
    }
}

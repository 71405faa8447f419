package dev.loombench.spec;

import dev.loombench.stats.AlphaSpending;
import dev.loombench.stats.Bonferroni;
import dev.loombench.stats.Bootstrap;

/// Confidence levels of the intervals of an experiment: all statements of one kind hold
/// simultaneously with [Bootstrap#LEVEL].
public final class Confidence {
    private Confidence() {}

    /// Alpha spending over the interim analyses of an experiment that may end early.
    public static AlphaSpending analyses(ExperimentSpec spec) {
        return new AlphaSpending(spec.trials().analyses());
    }

    /// Level of the intervals at the end of a run: above [Bootstrap#LEVEL] where the run could have
    /// ended earlier.
    public static double atEnd(ExperimentSpec spec) {
        return analyses(spec).lastLevel(Bootstrap.LEVEL);
    }

    /// Level of each comparison with the first variant.
    public static double ofComparison(ExperimentSpec spec) {
        return ofEach(spec, spec.variants().size() - 1);
    }

    /// Level of each comparison with the best variant, which may be any of them.
    public static double ofPair(ExperimentSpec spec) {
        int variants = spec.variants().size();
        return ofEach(spec, variants * (variants - 1) / 2);
    }

    /// Level of each claim.
    public static double ofClaim(ExperimentSpec spec) {
        return ofEach(spec, spec.claims().size());
    }

    private static double ofEach(ExperimentSpec spec, int intervals) {
        return Bonferroni.levelOfEach(atEnd(spec), Math.max(1, intervals));
    }
}

package dev.loombench.analysis;

import dev.loombench.analysis.trial.TrialFigures;
import dev.loombench.spec.Metric;
import dev.loombench.stats.Interval;
import dev.loombench.stats.TrialsNeeded;
import java.util.List;

/// Compares the trials of a variant with those of the first, by one metric.
///
/// The variant differs when the interval of the ratio excludes 1 and the ratio itself lies beyond
/// the margin; it does not differ when the whole interval lies within 1/(1 + margin) .. 1 + margin,
/// which corresponds to two one-sided tests at `(1 - level) / 2` each (Schuirmann 1987); else the
/// comparison is undecided.
///
/// @param margin as in 0.03
record Comparison(Metric metric, double margin, Estimates estimates) {
    Verdict of(List<TrialFigures> variant, List<TrialFigures> first) {
        if (variant.isEmpty() || first.isEmpty()) {
            return new Verdict.NoEvidence("no trial was completed");
        }
        return estimates
                .ratio(metric, variant, first)
                .map(r -> judged(r, Math.min(variant.size(), first.size())))
                .orElseGet(() -> new Verdict.NoEvidence(estimates.ratioRequirement(metric)));
    }

    private Verdict judged(Interval ratio, int trials) {
        double low = 1 / (1 + margin);
        double high = 1 + margin;
        if (ratio.low() >= low && ratio.high() <= high) {
            return new Verdict.NoDifference(ratio, margin);
        }
        boolean excludesOne = ratio.low() > 1 || ratio.high() < 1;
        boolean beyondMargin = ratio.point() > high || ratio.point() < low;
        if (excludesOne && beyondMargin) {
            return ratio.point() > 1 == metric.higherIsBetter()
                    ? new Verdict.Better(ratio)
                    : new Verdict.Worse(ratio);
        }
        return new Verdict.Undecided(ratio, trials, trialsRequired(ratio, trials));
    }

    /// The interval of two very different trials may reach from 0 to infinity.
    private int trialsRequired(Interval ratio, int trials) {
        return ratio.low() > 0 && Double.isFinite(ratio.high())
                ? TrialsNeeded.forMargin(
                        ratio, trials, margin, estimates.level(), Analysis.MAX_FORECAST)
                : Analysis.MAX_FORECAST;
    }
}

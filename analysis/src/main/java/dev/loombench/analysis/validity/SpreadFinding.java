package dev.loombench.analysis.validity;

import dev.loombench.analysis.validity.Finding.Severity;

/// Trials of a variant that differ from its other trials.
public sealed interface SpreadFinding extends VariantFinding
        permits BimodalTrials, OutlyingTrial, TrendOverBlocks {
    @Override
    default Severity severity() {
        return Severity.NOTE;
    }
}

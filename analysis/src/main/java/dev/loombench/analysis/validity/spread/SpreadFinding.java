package dev.loombench.analysis.validity.spread;

import dev.loombench.analysis.finding.Topic;
import dev.loombench.analysis.finding.VariantFinding;
import dev.loombench.finding.Kind;

/// Trials of a variant that differ from its other trials.
public sealed interface SpreadFinding extends VariantFinding
        permits BimodalTrials, OutlyingTrial, TrendOverBlocks {
    @Override
    default Topic topic() {
        return Topic.SPREAD;
    }

    @Override
    default Kind kind() {
        return switch (this) {
            case BimodalTrials _ -> BimodalTrials.KIND;
            case OutlyingTrial _ -> OutlyingTrial.KIND;
            case TrendOverBlocks _ -> TrendOverBlocks.KIND;
        };
    }
}

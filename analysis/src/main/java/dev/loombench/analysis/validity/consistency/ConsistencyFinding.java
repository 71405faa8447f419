package dev.loombench.analysis.validity.consistency;

import dev.loombench.analysis.finding.Topic;
import dev.loombench.analysis.finding.VariantFinding;
import dev.loombench.finding.Kind;

/// Figures of a variant that contradict each other, or that no known bound explains.
public sealed interface ConsistencyFinding extends VariantFinding
        permits ClocksDisagree, CountsDisagree, LittlesLawBroken, OpenLittlesLawBroken, ServerIdle {
    @Override
    default Topic topic() {
        return Topic.CONSISTENCY;
    }

    @Override
    default Kind kind() {
        return switch (this) {
            case ClocksDisagree _ -> ClocksDisagree.KIND;
            case CountsDisagree _ -> CountsDisagree.KIND;
            case LittlesLawBroken _ -> LittlesLawBroken.KIND;
            case OpenLittlesLawBroken _ -> OpenLittlesLawBroken.KIND;
            case ServerIdle _ -> ServerIdle.KIND;
        };
    }
}

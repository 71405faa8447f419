package dev.loombench.analysis.validity.consistency;

import dev.loombench.analysis.finding.Topic;
import dev.loombench.analysis.finding.VariantFinding;

/// Figures of a variant that contradict each other, or that no known bound explains.
public sealed interface ConsistencyFinding extends VariantFinding
        permits ClocksDisagree,
                CountsDisagree,
                LittlesLawBroken,
                OpenLittlesLawBroken,
                ServerIdle {
    @Override
    default Topic topic() {
        return Topic.CONSISTENCY;
    }
}

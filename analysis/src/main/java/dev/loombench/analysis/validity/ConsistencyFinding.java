package dev.loombench.analysis.validity;

/// Figures of a variant that contradict each other, or that no known bound explains.
public sealed interface ConsistencyFinding extends VariantFinding
        permits ClocksDisagree,
                CountsDisagree,
                LittlesLawBroken,
                OpenLittlesLawBroken,
                ServerIdle {}

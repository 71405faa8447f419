package dev.loombench.analysis.validity;

/// Something that makes a capacity invalid, or limits what it holds for.
public sealed interface CapacityFinding extends VariantFinding
        permits ChangedOverTime,
                GeneratorLimited,
                NotBracketed,
                NotHeld,
                NotMonotone,
                ProbesDisturbed,
                ProcessFailed,
                TooFewRequests {}

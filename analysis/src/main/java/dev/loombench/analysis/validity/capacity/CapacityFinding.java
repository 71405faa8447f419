package dev.loombench.analysis.validity.capacity;

import dev.loombench.analysis.finding.Topic;
import dev.loombench.analysis.finding.VariantFinding;

/// Something that makes a capacity invalid, or limits what it holds for.
public sealed interface CapacityFinding extends VariantFinding
        permits BecameFaster,
                BimodalProcesses,
                ChangedOverTime,
                ConnectionsLimited,
                ConstantShare,
                FlatBurn,
                GeneratorLimited,
                NotBracketed,
                NotHeld,
                NotMonotone,
                ProbesDisturbed,
                ProcessFailed,
                RisesWithTime,
                TooFewRequests {
    @Override
    default Topic topic() {
        return Topic.CAPACITY;
    }
}

package dev.loombench.analysis.capacity;

import dev.loombench.analysis.VariantSummary;
import java.util.List;
import java.util.Optional;

/// The result of the search for one variant.
///
/// @param variant its name
/// @param probes in the order of measuring
/// @param atCapacity figures of its windows at the capacity, one per process; empty without any
/// @param beyond what happens above the capacity; empty where it was not measured
/// @param recovery from an overload; empty where it was not measured
public record VariantCapacity(
        String variant,
        Capacity capacity,
        List<RateProbe> probes,
        Optional<VariantSummary> atCapacity,
        Optional<Beyond> beyond,
        Optional<Recovery> recovery) {
    public VariantCapacity {
        probes = List.copyOf(probes);
    }

    /// The curve of all its windows up to the capacity, over all processes.
    public CapacityCurve curve() {
        return CapacityCurve.of(
                probes.stream().filter(p -> p.purpose() != RateProbe.Purpose.BEYOND).toList());
    }
}

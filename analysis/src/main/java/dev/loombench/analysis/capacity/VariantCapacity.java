package dev.loombench.analysis.capacity;

import dev.loombench.analysis.Bound;
import dev.loombench.analysis.VariantSummary;
import dev.loombench.result.TrialOutcome.Completed;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The result of the search for one variant.
///
/// @param variant its name
/// @param probes in the order of measuring
/// @param atCapacity figures of its windows at the capacity, one per process; empty without any,
///   and where the capacity is unknown
/// @param bound the lowest known one at the capacity, besides the arrival rate; empty without any
/// @param beyond what happens above the capacity; empty where it was not measured
/// @param recovery from an overload; empty where it was not measured
public record VariantCapacity(
        String variant,
        Capacity capacity,
        List<RateProbe> probes,
        Optional<VariantSummary> atCapacity,
        Optional<Bound> bound,
        Optional<Beyond> beyond,
        Optional<Recovery> recovery) {
    private static final Set<RateProbe.Purpose> NOT_OF_CURVE =
            Set.of(RateProbe.Purpose.BEYOND, RateProbe.Purpose.REPEAT);

    public VariantCapacity {
        probes = List.copyOf(probes);
    }

    /// @param windows at the capacity, which `atCapacity` summarizes
    public static VariantCapacity of(
            String variant,
            Capacity capacity,
            List<RateProbe> probes,
            Optional<VariantSummary> atCapacity,
            List<Completed> windows,
            Optional<Beyond> beyond,
            Optional<Recovery> recovery) {
        var figures =
                capacity instanceof Capacity.Unknown
                        ? Optional.<VariantSummary>empty()
                        : atCapacity;
        return new VariantCapacity(
                variant,
                capacity,
                probes,
                figures,
                figures.flatMap(s -> CapacityBound.of(s, windows)),
                beyond,
                recovery);
    }

    /// The curve of all its windows up to the capacity, over all processes; a repeated rate may
    /// show a change.
    public CapacityCurve curve() {
        return CapacityCurve.of(
                probes.stream().filter(p -> !NOT_OF_CURVE.contains(p.purpose())).toList());
    }
}

package dev.loombench.capacity;

import dev.loombench.analysis.Analysis;
import dev.loombench.analysis.capacity.Capacity;
import dev.loombench.analysis.capacity.CapacityFinding;
import dev.loombench.analysis.capacity.RateProbe;
import dev.loombench.analysis.capacity.RateProbe.Outcome;
import dev.loombench.analysis.capacity.RateProbe.Purpose;
import dev.loombench.analysis.capacity.VariantCapacity;
import dev.loombench.analysis.validity.AgentFinding;
import dev.loombench.analysis.validity.AgentFinding.AgentGenerator;
import dev.loombench.analysis.validity.ConsistencyFinding;
import dev.loombench.analysis.validity.DefectFinding;
import dev.loombench.analysis.validity.EvidenceFinding;
import dev.loombench.analysis.validity.EvidenceFinding.UnexpectedThreads;
import dev.loombench.analysis.validity.Finding;
import dev.loombench.analysis.validity.GeneratorFinding;
import dev.loombench.analysis.validity.GeneratorFinding.ScheduleLagged;
import dev.loombench.analysis.validity.JdkDefaultsFinding;
import dev.loombench.analysis.validity.JvmFinding;
import dev.loombench.analysis.validity.LoadFinding;
import dev.loombench.analysis.validity.MachineFinding;
import dev.loombench.analysis.validity.MachineFinding.NetworkCrossed;
import dev.loombench.analysis.validity.MachineFinding.SharedMachine;
import dev.loombench.analysis.validity.Overloaded;
import dev.loombench.analysis.validity.PercentileFinding;
import dev.loombench.analysis.validity.ProcessorFinding;
import dev.loombench.analysis.validity.SpreadFinding;
import dev.loombench.analysis.validity.StationarityFinding;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;

/// The findings of a search.
final class SearchFindings {
    private SearchFindings() {}

    /// @param analysis of its windows at the capacity; empty without any
    static List<CapacityFinding> of(
            VariantCapacity variant,
            List<VariantSearch.Failure> failures,
            Optional<Analysis> analysis,
            CapacitySettings settings) {
        var name = variant.variant();
        var found = new ArrayList<CapacityFinding>();
        failures.forEach(
                f -> found.add(new CapacityFinding.ProcessFailed(name, f.block(), f.reason())));
        disturbed(variant).ifPresent(found::add);
        notBracketed(variant).ifPresent(found::add);
        found.addAll(
                CapacityFinding.ofWindows(
                        variant, settings.lowest(), settings.objectives().fewestRequests()));
        if (variant.capacity() instanceof Capacity.AtLeast(var rate, var generator) && generator) {
            found.add(new CapacityFinding.GeneratorLimited(name, rate));
        }
        analysis.stream()
                .flatMap(a -> a.findings().stream())
                .filter(SearchFindings::concernsCapacity)
                .map(CapacityFinding.OfTrials::new)
                .forEach(found::add);
        return found;
    }

    /// One of several that say the same of the machine for each variant.
    static List<CapacityFinding> distinct(List<CapacityFinding> findings) {
        var byKind = new LinkedHashMap<Object, CapacityFinding>();
        for (var finding : findings) {
            Object key =
                    finding instanceof CapacityFinding.OfTrials(var f) && f.variants().isEmpty()
                            ? f.kind()
                            : finding;
            byKind.putIfAbsent(key, finding);
        }
        return List.copyOf(byKind.values());
    }

    /// The violated windows that stayed disturbed in their last attempt.
    private static Optional<CapacityFinding> disturbed(VariantCapacity variant) {
        var windows =
                variant.probes().stream().filter(p -> p.purpose() == Purpose.CONFIRM).toList();
        var disturbed =
                windows.stream()
                        .filter(p -> p.outcome() != Outcome.GENERATOR_LIMITED)
                        .map(RateProbe::disturbance)
                        .flatMap(Optional::stream)
                        .toList();
        return disturbed.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        new CapacityFinding.Disturbed(
                                variant.variant(),
                                disturbed.size(),
                                windows.size(),
                                disturbed.getLast()));
    }

    private static Optional<CapacityFinding> notBracketed(VariantCapacity variant) {
        if (!(variant.capacity() instanceof Capacity.Estimated e)) {
            return Optional.empty();
        }
        int limits = (int) e.processes().stream().filter(p -> !p.bracketed()).count();
        return limits == 0
                ? Optional.empty()
                : Optional.of(
                        new CapacityFinding.NotBracketed(
                                variant.variant(), limits, e.processes().size()));
    }

    /// Not those about errors, overload, drift or spread, which the objectives judge, or which
    /// belong to a window near saturation; nor that server and generator share the machine, as in
    /// every search.
    private static boolean concernsCapacity(Finding finding) {
        return switch (finding) {
            case ScheduleLagged _,
                    AgentGenerator(_, ScheduleLagged _),
                    SharedMachine _,
                    NetworkCrossed _ ->
                    false;
            case AgentFinding _,
                    GeneratorFinding _,
                    MachineFinding _,
                    ProcessorFinding _,
                    JvmFinding _,
                    DefectFinding _,
                    JdkDefaultsFinding _ ->
                    true;
            case EvidenceFinding evidence -> evidence instanceof UnexpectedThreads;
            case LoadFinding _,
                    Overloaded _,
                    ConsistencyFinding _,
                    StationarityFinding _,
                    PercentileFinding _,
                    SpreadFinding _ ->
                    false;
        };
    }
}

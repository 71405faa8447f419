package dev.loombench.capacity;

import dev.loombench.analysis.Analysis;
import dev.loombench.analysis.capacity.Capacity;
import dev.loombench.analysis.capacity.RateProbe;
import dev.loombench.analysis.capacity.RateProbe.Purpose;
import dev.loombench.analysis.capacity.VariantCapacity;
import dev.loombench.analysis.capacity.WindowFindings;
import dev.loombench.analysis.validity.AgentFinding;
import dev.loombench.analysis.validity.AgentGenerator;
import dev.loombench.analysis.validity.CapacityFinding;
import dev.loombench.analysis.validity.ConcurrentRun;
import dev.loombench.analysis.validity.ConsistencyFinding;
import dev.loombench.analysis.validity.DefectFinding;
import dev.loombench.analysis.validity.EvidenceFinding;
import dev.loombench.analysis.validity.Finding;
import dev.loombench.analysis.validity.ForeignFinding;
import dev.loombench.analysis.validity.GeneratorFinding;
import dev.loombench.analysis.validity.GeneratorLimited;
import dev.loombench.analysis.validity.JdkDefaultsFinding;
import dev.loombench.analysis.validity.JvmFinding;
import dev.loombench.analysis.validity.LoadFinding;
import dev.loombench.analysis.validity.MachineFinding;
import dev.loombench.analysis.validity.NetworkCrossed;
import dev.loombench.analysis.validity.NotBracketed;
import dev.loombench.analysis.validity.Overloaded;
import dev.loombench.analysis.validity.PercentileFinding;
import dev.loombench.analysis.validity.ProbesDisturbed;
import dev.loombench.analysis.validity.ProcessFailed;
import dev.loombench.analysis.validity.ProcessorFinding;
import dev.loombench.analysis.validity.ResponseFinding;
import dev.loombench.analysis.validity.ScheduleLagged;
import dev.loombench.analysis.validity.SharedMachine;
import dev.loombench.analysis.validity.SpreadFinding;
import dev.loombench.analysis.validity.StationarityFinding;
import dev.loombench.analysis.validity.UnexpectedThreads;
import dev.loombench.result.RunManifest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The findings of a search.
final class SearchFindings {
    private SearchFindings() {}

    /// @param analysis of its windows at the capacity; empty without any
    static List<Finding> of(
            VariantCapacity variant,
            List<VariantSearch.Failure> failures,
            Optional<Analysis> analysis,
            CapacitySettings settings) {
        var name = variant.variant();
        var found = new ArrayList<Finding>();
        failures.forEach(f -> found.add(new ProcessFailed(name, f.block(), f.reason())));
        disturbed(variant).ifPresent(found::add);
        notBracketed(variant).ifPresent(found::add);
        found.addAll(
                WindowFindings.of(
                        variant, settings.lowest(), settings.objectives().fewestRequests()));
        if (variant.capacity() instanceof Capacity.AtLeast(var rate, var generator) && generator) {
            found.add(new GeneratorLimited(name, rate));
        }
        analysis.stream()
                .flatMap(a -> a.findings().stream())
                .filter(SearchFindings::concernsCapacity)
                .forEach(found::add);
        return found;
    }

    /// The findings of a whole search: also that another run was measuring, which no window need
    /// show; and one of several that say the same of the machine for each variant.
    static List<Finding> ofSearch(RunManifest manifest, List<Finding> ofVariants) {
        var all = new ArrayList<>(ofVariants);
        ConcurrentRun.of(manifest).ifPresent(all::add);
        var byKind = new LinkedHashMap<Object, Finding>();
        for (var finding : all) {
            byKind.putIfAbsent(finding.variants().isEmpty() ? finding.kind() : finding, finding);
        }
        return List.copyOf(byKind.values());
    }

    /// The violated windows that stayed disturbed in their last attempt: of those that confirm, or
    /// of all where that is a larger share.
    private static Optional<ProbesDisturbed> disturbed(VariantCapacity variant) {
        var all = variant.probes();
        var confirming = all.stream().filter(p -> p.purpose() == Purpose.CONFIRM).toList();
        return Stream.of(confirming, all)
                .flatMap(windows -> disturbed(variant.variant(), windows).stream())
                .max(Comparator.comparingDouble(d -> (double) d.probes() / d.of()));
    }

    private static Optional<ProbesDisturbed> disturbed(String variant, List<RateProbe> windows) {
        var disturbed =
                windows.stream()
                        .filter(RateProbe::valid)
                        .map(RateProbe::disturbance)
                        .flatMap(Optional::stream)
                        .toList();
        return disturbed.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        new ProbesDisturbed(
                                variant, disturbed.size(), windows.size(), disturbed.getLast()));
    }

    private static Optional<CapacityFinding> notBracketed(VariantCapacity variant) {
        if (!(variant.capacity() instanceof Capacity.Estimated e)) {
            return Optional.empty();
        }
        int limits = (int) e.processes().stream().filter(p -> !p.bracketed()).count();
        return limits == 0
                ? Optional.empty()
                : Optional.of(new NotBracketed(variant.variant(), limits, e.processes().size()));
    }

    /// Not those about errors, overload, drift or spread, which the objectives judge, or which
    /// belong to a window near saturation; nor that server and generator share the machine, as in
    /// every search.
    private static boolean concernsCapacity(Finding finding) {
        return switch (finding) {
            case ScheduleLagged _,
                    AgentGenerator(_, _, ScheduleLagged _),
                    SharedMachine _,
                    NetworkCrossed _ ->
                    false;
            case AgentFinding _,
                    CapacityFinding _,
                    GeneratorFinding _,
                    MachineFinding _,
                    ProcessorFinding _,
                    JvmFinding _,
                    DefectFinding _,
                    JdkDefaultsFinding _ ->
                    true;
            case EvidenceFinding evidence -> evidence instanceof UnexpectedThreads;
            case ForeignFinding _,
                    LoadFinding _,
                    Overloaded _,
                    ConsistencyFinding _,
                    StationarityFinding _,
                    PercentileFinding _,
                    ResponseFinding _,
                    SpreadFinding _ ->
                    false;
        };
    }
}

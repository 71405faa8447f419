package dev.loombench.capacity;

import dev.loombench.analysis.Analysis;
import dev.loombench.analysis.capacity.Capacity;
import dev.loombench.analysis.capacity.RateProbe;
import dev.loombench.analysis.capacity.RateProbe.Purpose;
import dev.loombench.analysis.capacity.VariantCapacity;
import dev.loombench.analysis.capacity.WindowFindings;
import dev.loombench.analysis.finding.ResultFinding;
import dev.loombench.analysis.finding.Topic;
import dev.loombench.analysis.validity.agent.AgentGenerator;
import dev.loombench.analysis.validity.capacity.CapacityFinding;
import dev.loombench.analysis.validity.capacity.CapacityFinding.ConnectionsLimited;
import dev.loombench.analysis.validity.capacity.CapacityFinding.GeneratorLimited;
import dev.loombench.analysis.validity.capacity.CapacityFinding.NotBracketed;
import dev.loombench.analysis.validity.capacity.CapacityFinding.ProbesDisturbed;
import dev.loombench.analysis.validity.capacity.CapacityFinding.ProcessFailed;
import dev.loombench.analysis.validity.evidence.UnexpectedThreads;
import dev.loombench.analysis.validity.generator.ScheduleLagged;
import dev.loombench.analysis.validity.machine.ConcurrentRun;
import dev.loombench.analysis.validity.machine.NetworkCrossed;
import dev.loombench.analysis.validity.machine.SharedMachine;
import dev.loombench.analysis.validity.stationarity.NotSteady;
import dev.loombench.experiment.Metric;
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
    static List<ResultFinding> of(
            VariantCapacity variant,
            List<VariantSearch.Failure> failures,
            Optional<Analysis> analysis,
            CapacitySettings settings) {
        var name = variant.variant();
        var found = new ArrayList<ResultFinding>();
        failures.forEach(f -> found.add(new ProcessFailed(name, f.block(), f.reason())));
        disturbed(variant).ifPresent(found::add);
        notBracketed(variant).ifPresent(found::add);
        found.addAll(WindowFindings.of(variant, settings.lowest(), settings.objectives()));
        if (variant.capacity() instanceof Capacity.AtLeast(var rate, var generator) && generator) {
            found.add(limited(variant, rate, settings.connections()));
        }
        analysis.stream()
                .flatMap(a -> a.findings().stream())
                .filter(SearchFindings::concernsCapacity)
                .forEach(found::add);
        return found;
    }

    /// Why no higher rate was offered: at the lowest that was not, the load generator had no CPU
    /// time left, or all its connections were in use.
    private static CapacityFinding limited(VariantCapacity variant, double rate, int connections) {
        return variant.probes().stream()
                .filter(p -> !p.valid())
                .min(Comparator.comparingDouble(RateProbe::rate))
                .flatMap(RateProbe::disturbance)
                .filter(ConnectionsLimited.KIND.id()::equals)
                .<CapacityFinding>map(
                        _ -> new ConnectionsLimited(variant.variant(), rate, connections))
                .orElseGet(() -> new GeneratorLimited(variant.variant(), rate));
    }

    /// The findings of a whole search: also that another run was measuring, which no window need
    /// show; and one of several that say the same of the machine for each variant.
    static List<ResultFinding> ofSearch(RunManifest manifest, List<ResultFinding> ofVariants) {
        var all = new ArrayList<>(ofVariants);
        ConcurrentRun.of(manifest).ifPresent(all::add);
        var byKind = new LinkedHashMap<Object, ResultFinding>();
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
    /// every search. Of the warm-up, what ends it in an open load: arrivals that waited, and the
    /// trend of CPU per request, as a part of response times.
    static boolean concernsCapacity(ResultFinding finding) {
        return switch (finding) {
            case ScheduleLagged _,
                    AgentGenerator(_, _, ScheduleLagged _),
                    SharedMachine _,
                    NetworkCrossed _ ->
                    false;
            case UnexpectedThreads _ -> true;
            case NotSteady steady ->
                    steady.decides()
                            || (steady.metric() == Metric.CPU_PER_REQUEST && steady.isUnsteady());
            default -> concernsCapacity(finding.topic());
        };
    }

    private static boolean concernsCapacity(Topic topic) {
        return switch (topic) {
            case AGENT, CAPACITY, GENERATOR, JVM, MACHINE -> true;
            case CONSISTENCY, EVIDENCE, FOREIGN, LOAD, PERCENTILE, RESPONSE, SPREAD, STATIONARITY ->
                    false;
        };
    }
}

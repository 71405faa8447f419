package dev.loombench.analysis.capacity;

import dev.loombench.analysis.VariantSummary;
import dev.loombench.analysis.bottleneck.Bound;
import dev.loombench.analysis.capacity.objective.Objectives;
import dev.loombench.analysis.capacity.objective.Recovery;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.stats.Interval;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/// The result of the search for one variant.
///
/// @param variant its name
/// @param probes in the order of measuring
/// @param atCapacity figures of its windows at the capacity, one per process; empty without any,
///   and where the capacity is unknown
/// @param bound the lowest known one at the capacity, besides the arrival rate; empty without any
/// @param beyond what happens above the capacity; empty where no window shows it
/// @param recovery from an overload; empty where it was not measured
/// @param shortWindows the estimate by windows of some seconds, below which a long window may have
///   lowered the capacity; empty without one
public record VariantCapacity(
        String variant,
        Capacity capacity,
        List<RateProbe> probes,
        Optional<VariantSummary> atCapacity,
        Optional<Bound> bound,
        Optional<Beyond> beyond,
        Optional<Recovery> recovery,
        Optional<Capacity.Estimated> shortWindows) {
    private static final Set<RateProbe.Purpose> NOT_OF_CURVE =
            Set.of(RateProbe.Purpose.BEYOND, RateProbe.Purpose.LATER, RateProbe.Purpose.REPEAT);

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
                beyond.filter(window -> window.breaksAbove(capacity.figure())),
                recovery,
                Optional.empty());
    }

    /// The same with the estimate by windows of some seconds.
    public VariantCapacity withShortWindows(Optional<Capacity.Estimated> estimate) {
        return new VariantCapacity(
                variant, capacity, probes, atCapacity, bound, beyond, recovery, estimate);
    }

    /// The processes that confirmed an estimate, also of one that a long window lowered.
    List<Capacity.OfProcess> processes() {
        return switch (capacity) {
            case Capacity.Estimated(_, _, var processes) -> processes;
            case Capacity.Held _ -> shortWindows.map(e -> e.processes()).orElse(List.of());
            case Capacity.AtLeast _, Capacity.NotMet _, Capacity.Unknown _ -> List.of();
        };
    }

    /// Empty where these are of one kind.
    Optional<CapacityKinds> kinds() {
        return CapacityKinds.of(processes());
    }

    /// The interval over these processes, of two kinds that of both; empty below two.
    ///
    /// @param level share of such intervals that contain the true capacity, above 0 and below 1
    Optional<Interval> interval(double level) {
        return CapacityEstimate.ofProcesses(
                processes(), processes().stream().map(this::windows).toList(), level);
    }

    /// The windows of the processes that confirmed an estimate, around the capacity of each.
    List<CapacityFit.ProcessWindows> confirming() {
        return capacity instanceof Capacity.Estimated(_, _, var processes)
                ? processes.stream().map(this::windows).filter(p -> !p.windows().isEmpty()).toList()
                : List.of();
    }

    private CapacityFit.ProcessWindows windows(Capacity.OfProcess process) {
        return new CapacityFit.ProcessWindows(
                process.rate(),
                probes.stream()
                        .filter(p -> p.block() == process.block())
                        .filter(p -> p.purpose() == RateProbe.Purpose.CONFIRM && p.valid())
                        .map(CapacityFit.Window::of)
                        .toList());
    }

    /// The rate that it does not reach, requests/s; empty where none is certain. A single long
    /// window may be violated by chance, and is no limit below the interval of the short ones.
    public OptionalDouble upperLimit() {
        var limit =
                switch (capacity) {
                    case Capacity.Estimated e -> e.interval().map(Interval::high);
                    case Capacity.Held(_, var violated) ->
                            shortWindows
                                    .flatMap(Capacity.Estimated::interval)
                                    .map(i -> Math.max(violated.rate(), i.high()));
                    case Capacity.NotMet(var lowest) -> Optional.of(lowest.rate());
                    case Capacity.AtLeast _, Capacity.Unknown _ -> Optional.<Double>empty();
                };
        return limit.map(OptionalDouble::of).orElseGet(OptionalDouble::empty);
    }

    /// The long window that held the capacity, or a lower rate; empty without one, and where the
    /// capacity is unknown.
    public Optional<HeldWindow> held(Objectives objectives) {
        return capacity instanceof Capacity.Unknown
                ? Optional.empty()
                : Hold.held(
                                probes.stream()
                                        .filter(p -> p.purpose() == RateProbe.Purpose.HOLD)
                                        .toList())
                        .map(window -> HeldWindow.of(window, objectives));
    }

    /// The curve of all its windows up to the capacity, over all processes; a repeated rate, and
    /// one that is measured later, may show a change.
    public CapacityCurve curve() {
        return CapacityCurve.of(
                probes.stream().filter(p -> !NOT_OF_CURVE.contains(p.purpose())).toList());
    }
}

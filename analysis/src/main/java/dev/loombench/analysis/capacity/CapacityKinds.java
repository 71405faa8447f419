package dev.loombench.analysis.capacity;

import dev.loombench.analysis.capacity.Capacity.OfProcess;
import dev.loombench.stats.TwoGroups;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Predicate;

/// Two kinds of processes among those that confirmed a capacity: [two groups][TwoGroups] of the
/// logarithms of their capacities, whose distance the spread within them does not explain. A
/// capacity over both depends on how many of each kind were started.
///
/// @param few of the rarer kind, at least one; of kinds of equal size, those with the higher
///   capacities
/// @param many the others, at least one
public record CapacityKinds(List<OfProcess> few, List<OfProcess> many) {
    /// Share of the distance of the kinds by which another variant changes alike.
    private static final double ALIKE = 0.5;

    public CapacityKinds {
        few = List.copyOf(few);
        many = List.copyOf(many);
    }

    /// Empty with fewer than three processes.
    static Optional<CapacityKinds> of(List<OfProcess> processes) {
        var logs = processes.stream().mapToDouble(p -> Math.log(p.rate())).toArray();
        return TwoGroups.of(logs, 0).map(groups -> of(processes, groups));
    }

    private static CapacityKinds of(List<OfProcess> processes, TwoGroups groups) {
        boolean upperIsRarer = groups.upper() <= groups.lower();
        Predicate<OfProcess> rarer = p -> Math.log(p.rate()) > groups.boundary() == upperIsRarer;
        return new CapacityKinds(
                processes.stream().filter(rarer).toList(),
                processes.stream().filter(rarer.negate()).toList());
    }

    /// Those of a variant that are further apart than the margin; empty also where all other
    /// variants changed alike between the same blocks.
    ///
    /// @param all variants of the search
    public static Optional<CapacityKinds> of(
            VariantCapacity variant, List<VariantCapacity> all, double margin) {
        var others = all.stream().filter(v -> !CapacityResult.isSame(v, variant)).toList();
        return variant.kinds()
                .filter(kinds -> Math.abs(Math.log(kinds.factor())) > Math.log1p(margin))
                .filter(kinds ->
                        others.isEmpty()
                                || !others.stream().allMatch(v -> kinds.sharedBy(v.processes())));
    }

    /// The capacity of a kind, requests/s.
    public static double level(List<OfProcess> kind) {
        return CapacityEstimate.point(CapacityEstimate.rates(kind));
    }

    /// The capacity of the rarer kind over that of the other.
    public double factor() {
        return level(few) / level(many);
    }

    /// The capacity of the slower kind, requests/s.
    double lowest() {
        return Math.min(level(few), level(many));
    }

    /// The processes of both kinds.
    public int processes() {
        return few.size() + many.size();
    }

    /// Whether another variant changed alike between the same blocks, by more than half as much.
    /// Then the blocks differed, as by a neighbour, and not the processes.
    boolean sharedBy(List<OfProcess> other) {
        var inFew = meanLog(other, few);
        var inMany = meanLog(other, many);
        return inFew.isPresent()
                && inMany.isPresent()
                && (inFew.getAsDouble() - inMany.getAsDouble()) / Math.log(factor()) > ALIKE;
    }

    /// Of the processes in the blocks of a kind.
    private static OptionalDouble meanLog(List<OfProcess> processes, List<OfProcess> kind) {
        return processes.stream()
                .filter(p -> kind.stream().anyMatch(k -> k.block() == p.block()))
                .mapToDouble(p -> Math.log(p.rate()))
                .average();
    }
}

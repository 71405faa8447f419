package dev.loombench.analysis.capacity;

import dev.loombench.analysis.capacity.objective.Objectives;
import dev.loombench.analysis.comparison.ClaimCheck;
import dev.loombench.analysis.comparison.ConfidenceLevels;
import dev.loombench.analysis.comparison.Verdict;
import dev.loombench.analysis.finding.ResultFinding;
import dev.loombench.finding.Severity;
import dev.loombench.result.RunManifest;
import dev.loombench.stats.Bonferroni;
import dev.loombench.stats.Interval;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// The result of a search for the capacity of variants.
///
/// @param manifest plan and conditions
/// @param variants in the order of the experiment, at least one
/// @param findings those that make the result invalid first
/// @param complete false when it was interrupted
public record CapacityResult(
        RunManifest manifest,
        Objectives objectives,
        List<VariantCapacity> variants,
        List<ResultFinding> findings,
        boolean complete) {
    public CapacityResult {
        variants = List.copyOf(variants);
        findings =
                findings.stream()
                        .sorted(Comparator.comparing((ResultFinding f) -> f.severity()).reversed())
                        .toList();
    }

    /// The comparison of two variants, as a [verdict][Verdict] by a metric.
    public enum Comparison {
        /// By more than the margin.
        BETTER,
        /// By more than the margin.
        WORSE,
        EQUIVALENT,
        /// Perhaps by no more than the margin.
        DIFFERENT,
        UNDECIDED
    }

    /// Whether every capacity is known, and no finding makes one invalid.
    public boolean valid() {
        return variants.stream().noneMatch(v -> v.capacity() instanceof Capacity.Unknown)
                && findings.stream().noneMatch(f -> f.severity() == Severity.INVALID);
    }

    /// The variant with the highest capacity; empty where none is above 0.
    public Optional<VariantCapacity> best() {
        return variants.stream()
                .filter(v -> v.capacity().figure() > 0)
                .max(Comparator.comparingDouble(v -> v.capacity().figure()));
    }

    /// Whether both are the same variant.
    public static boolean isSame(VariantCapacity a, VariantCapacity b) {
        return a.variant().equals(b.variant());
    }

    /// The kinds of a variant's processes, further apart than the margin; empty where they are of
    /// one kind.
    public Optional<CapacityKinds> kinds(VariantCapacity variant) {
        return CapacityKinds.of(variant, variants, manifest.experiment().margin());
    }

    /// The interval of the ratio of two variants within blocks; all ratios to one variant hold
    /// together with 95 %.
    public Optional<Interval> ratio(VariantCapacity a, VariantCapacity b) {
        return CapacityEstimate.ratio(
                a, b, Bonferroni.levelOfEach(ConfidenceLevels.LEVEL, Math.max(1, pairs())));
    }

    /// The same, where it is [informative][Interval#informative] or decides.
    public Optional<Interval> shownRatio(VariantCapacity a, VariantCapacity b) {
        double margin = manifest.experiment().margin();
        return ratio(a, b)
                .filter(r ->
                        r.informative() || Verdict.Position.of(r, margin) != Verdict.Position.OPEN);
    }

    /// All pairs, as the capacities themselves select the best variant.
    private int pairs() {
        return variants.size() * (variants.size() - 1) / 2;
    }

    /// The comparison of two variants: by the interval of their ratio, or by a limit that the other
    /// does not reach.
    public Comparison compare(VariantCapacity a, VariantCapacity b) {
        double margin = manifest.experiment().margin();
        return ratio(a, b)
                .map(ratio -> comparison(Verdict.Position.of(ratio, margin)))
                .orElseGet(() -> byLimits(a, b, 1 + margin));
    }

    private static Comparison comparison(Verdict.Position ratio) {
        return switch (ratio) {
            case WITHIN -> Comparison.EQUIVALENT;
            case ABOVE -> Comparison.BETTER;
            case BELOW -> Comparison.WORSE;
            case APART -> Comparison.DIFFERENT;
            case OPEN -> Comparison.UNDECIDED;
        };
    }

    /// @param beyond the least ratio that is more than the margin
    private static Comparison byLimits(VariantCapacity a, VariantCapacity b, double beyond) {
        if (exceeds(a, b, beyond)) {
            return Comparison.BETTER;
        }
        if (exceeds(b, a, beyond)) {
            return Comparison.WORSE;
        }
        return exceeds(a, b, 1) || exceeds(b, a, 1) ? Comparison.DIFFERENT : Comparison.UNDECIDED;
    }

    /// Whether a limit decides: `a` holds at least a multiple of what `b` certainly does not.
    private static boolean exceeds(VariantCapacity a, VariantCapacity b, double factor) {
        double least = atLeast(a.capacity());
        var limit = b.upperLimit().stream();
        return switch (b.capacity()) {
            case Capacity.NotMet(var lowest) when lowest.purpose() != RateProbe.Purpose.HOLD ->
                    // the lowest rate of the search: any capacity that was found is above it
                    a.capacity().figure() > factor * lowest.rate();
            case Capacity.NotMet _, Capacity.Held _ ->
                    limit.anyMatch(most -> least >= factor * most);
            case Capacity.Estimated _ -> limit.anyMatch(most -> least > factor * most);
            case Capacity.AtLeast _, Capacity.Unknown _ -> false;
        };
    }

    /// The rate that a capacity certainly reaches, requests/s; 0 where none is certain.
    private static double atLeast(Capacity capacity) {
        return switch (capacity) {
            case Capacity.Estimated e -> e.interval().map(Interval::low).orElse(0.0);
            case Capacity.Held(var held, _) -> held.rate();
            case Capacity.AtLeast(var rate, _) -> rate;
            case Capacity.NotMet _, Capacity.Unknown _ -> 0;
        };
    }

    /// The claims of the experiment on capacities, in their order.
    public List<ClaimCheck> claims() {
        return CapacityClaims.of(this);
    }

    /// Whether a claim is contradicted.
    public boolean contradicted() {
        return claims().stream()
                .anyMatch(c -> c.outcome() instanceof ClaimCheck.Outcome.Contradicted);
    }

    /// Whether every claim is decided or, without claims, every comparison.
    public boolean decided() {
        var claims = claims();
        return claims.isEmpty()
                ? comparisonsDecided()
                : claims.stream().allMatch(ClaimCheck::decided);
    }

    /// Whether every variant is known to differ from the best, or to be equivalent to it.
    public boolean comparisonsDecided() {
        var best = best();
        return best.isEmpty()
                || variants.stream()
                        .filter(v -> !isSame(v, best.get()))
                        .noneMatch(v -> compare(best.get(), v) == Comparison.UNDECIDED);
    }
}

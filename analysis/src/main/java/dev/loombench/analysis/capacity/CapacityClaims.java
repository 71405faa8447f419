package dev.loombench.analysis.capacity;

import dev.loombench.analysis.capacity.Capacity.OfProcess;
import dev.loombench.analysis.comparison.ClaimCheck;
import dev.loombench.analysis.comparison.ClaimCheck.Outcome;
import dev.loombench.analysis.comparison.ConfidenceLevels;
import dev.loombench.analysis.finding.ResultFinding;
import dev.loombench.experiment.Claim;
import dev.loombench.experiment.Claim.Target;
import dev.loombench.experiment.Metric;
import dev.loombench.finding.Severity;
import dev.loombench.stats.Bonferroni;
import dev.loombench.stats.Interval;
import dev.loombench.text.Figures;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The check of an experiment's claims on capacities: by the interval of a capacity over processes,
/// or of a ratio within blocks; where a capacity is known by limits only, by these. All intervals
/// hold together with 95 %.
final class CapacityClaims {
    private final CapacityResult result;
    private final double level;

    private CapacityClaims(CapacityResult result, int claims) {
        this.result = result;
        level = Bonferroni.levelOfEach(ConfidenceLevels.LEVEL, Math.max(1, claims));
    }

    static List<ClaimCheck> of(CapacityResult result) {
        var claims =
                result.manifest().experiment().claims().stream()
                        .filter(c -> c.metric() == Metric.CAPACITY)
                        .toList();
        var checks = new CapacityClaims(result, claims.size());
        return claims.stream()
                .map(checks::of)
                .map(check -> check.unless(invalidating(check.claim(), result)))
                .toList();
    }

    /// Those of a search concern capacities, whatever they affect in a run.
    private static Optional<ResultFinding> invalidating(Claim claim, CapacityResult result) {
        return result.findings().stream()
                .filter(f -> f.severity() == Severity.INVALID)
                .filter(f ->
                        f.variants().isEmpty() || f.variants().stream().anyMatch(claim::mentions))
                .findFirst();
    }

    private ClaimCheck of(Claim claim) {
        return switch (claim.target()) {
            case Target.FixedValue _ -> ofValue(claim);
            case Target.Times(_, var other) -> ofRatio(claim, other);
        };
    }

    private ClaimCheck ofValue(Claim claim) {
        var limits = limits(claim.variant());
        return capacity(claim.variant()) instanceof Capacity.Estimated(_, _, var processes)
                ? limits.map(i -> ofInterval(claim, i, logs(processes)))
                        .orElseGet(() -> none(claim))
                : ofLimits(claim, limits);
    }

    private ClaimCheck ofRatio(Claim claim, String other) {
        if (capacity(claim.variant()) instanceof Capacity.Estimated(_, _, var ofA)
                && capacity(other) instanceof Capacity.Estimated(_, _, var ofB)) {
            return of(claim.variant())
                    .flatMap(a -> of(other).flatMap(b -> CapacityEstimate.ratio(a, b, level)))
                    .map(i -> ofInterval(claim, i, CapacityEstimate.logRatios(ofA, ofB)))
                    .orElseGet(() -> none(claim));
        }
        return ofLimits(
                claim, limits(claim.variant()).flatMap(a -> limits(other).map(b -> ratio(a, b))));
    }

    /// The range of the ratio of two values that are within limits.
    private static Interval ratio(Interval a, Interval b) {
        return within(a.low() / b.high(), a.high() / b.low());
    }

    private ClaimCheck ofInterval(Claim claim, Interval interval, double[] logs) {
        return ClaimCheck.of(claim, interval, logs, CapacityEstimate.studentsLevel(level));
    }

    private static double[] logs(List<OfProcess> processes) {
        return processes.stream().mapToDouble(p -> Math.log(p.rate())).toArray();
    }

    private ClaimCheck ofLimits(Claim claim, Optional<Interval> limits) {
        return limits.flatMap(l -> ClaimCheck.ofLimits(claim, l)).orElseGet(() -> none(claim));
    }

    /// Between which the capacity of a variant is, requests/s; empty where nothing is known.
    private Optional<Interval> limits(String variant) {
        return of(variant).flatMap(this::range);
    }

    private Optional<Interval> range(VariantCapacity variant) {
        return switch (variant.capacity()) {
            case Capacity.Estimated(_, var interval, _) ->
                    variant.interval(level)
                            .map(i -> interval.map(w -> i.widenedTo(w.low(), w.high())).orElse(i));
            case Capacity.Held(var held, _) ->
                    Optional.of(
                            within(
                                    held.rate(),
                                    variant.upperLimit().orElse(Double.POSITIVE_INFINITY)));
            case Capacity.AtLeast(var rate, _) ->
                    Optional.of(within(rate, Double.POSITIVE_INFINITY));
            case Capacity.NotMet(var lowest) -> Optional.of(within(0, lowest.rate()));
            case Capacity.Unknown _ -> Optional.empty();
        };
    }

    private static Interval within(double low, double high) {
        return new Interval(low, low, high);
    }

    private ClaimCheck none(Claim claim) {
        var known =
                Stream.concat(
                                Stream.of(claim.variant()),
                                claim.comparedWith(claim.variant()).stream())
                        .flatMap(v -> known(v, capacity(v)).stream())
                        .collect(Collectors.joining("; "));
        return new ClaimCheck(
                claim,
                new Outcome.NoEvidence(
                        known.isEmpty()
                                ? "an interval needs at least 2 processes that confirm the capacity of each variant of the claim"
                                : known));
    }

    /// What is known of a capacity that more processes would not estimate.
    private static Optional<String> known(String variant, Capacity capacity) {
        return switch (capacity) {
            case Capacity.Estimated _ -> Optional.empty();
            case Capacity.Held(var held, var violated) ->
                    Optional.of(
                            "over a long window %s holds %s/s and not %s/s"
                                    .formatted(
                                            variant,
                                            Figures.number(held.rate()),
                                            Figures.number(violated.rate())));
            case Capacity.AtLeast(var rate, var generatorLimited) ->
                    Optional.of(
                            "the capacity of %s is at least %s/s%s"
                                    .formatted(
                                            variant,
                                            Figures.number(rate),
                                            generatorLimited
                                                    ? ", the most that the load generator could offer"
                                                    : ""));
            case Capacity.NotMet(var lowest) ->
                    Optional.of(
                            "the capacity of %s is below %s/s"
                                    .formatted(variant, Figures.number(lowest.rate())));
            case Capacity.Unknown(var reason) ->
                    Optional.of("the capacity of %s is unknown: %s".formatted(variant, reason));
        };
    }

    private Capacity capacity(String variant) {
        return of(variant)
                .map(VariantCapacity::capacity)
                .orElse(new Capacity.Unknown("it was not searched"));
    }

    private Optional<VariantCapacity> of(String variant) {
        return result.variants().stream().filter(v -> v.variant().equals(variant)).findFirst();
    }
}

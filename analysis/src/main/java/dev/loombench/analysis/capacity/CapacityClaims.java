package dev.loombench.analysis.capacity;

import dev.loombench.analysis.ClaimCheck;
import dev.loombench.analysis.ClaimCheck.Outcome;
import dev.loombench.analysis.ConfidenceLevels;
import dev.loombench.analysis.capacity.Capacity.OfProcess;
import dev.loombench.spec.Claim;
import dev.loombench.spec.Claim.Target;
import dev.loombench.spec.Metric;
import dev.loombench.stats.Bonferroni;
import dev.loombench.stats.Interval;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/// The check of an experiment's claims on capacities: by the interval of a capacity over processes,
/// or of a ratio within blocks. All intervals hold together with 95 %.
final class CapacityClaims {
    private final CapacityResult result;
    private final double level;

    private CapacityClaims(CapacityResult result, int claims) {
        this.result = result;
        level = Bonferroni.levelOfEach(ConfidenceLevels.LEVEL, Math.max(1, claims));
    }

    static List<ClaimCheck> of(CapacityResult result) {
        var claims =
                result.manifest().spec().claims().stream()
                        .filter(c -> c.metric() == Metric.CAPACITY)
                        .toList();
        var checks = new CapacityClaims(result, claims.size());
        return claims.stream().map(checks::of).toList();
    }

    private ClaimCheck of(Claim claim) {
        return switch (claim.target()) {
            case Target.FixedValue _ -> ofValue(claim);
            case Target.Times(_, var other) -> ofRatio(claim, other);
        };
    }

    private ClaimCheck ofValue(Claim claim) {
        return switch (capacity(claim.variant())) {
            case Capacity.Estimated(_, var interval, var processes) ->
                    CapacityEstimate.interval(
                                    processes.stream().map(OfProcess::rate).toList(), level)
                            .map(i -> interval.map(w -> i.widenedTo(w.low(), w.high())).orElse(i))
                            .map(i ->
                                    ClaimCheck.of(
                                            claim,
                                            i,
                                            processes.stream()
                                                    .mapToDouble(p -> Math.log(p.rate()))
                                                    .toArray(),
                                            level))
                            .orElseGet(() -> none(claim));
            case Capacity.NotMet(var lowest) ->
                    // below the lowest rate that was tried
                    ofLimits(claim, new Interval(0, 0, lowest.rate()));
            case Capacity.Held(var held, _) ->
                    limit(claim.variant()).stream()
                            .mapToObj(most -> new Interval(held.rate(), held.rate(), most))
                            .findFirst()
                            .map(limits -> ofLimits(claim, limits))
                            .orElseGet(() -> none(claim));
            case Capacity.AtLeast _, Capacity.Unknown _ -> none(claim);
        };
    }

    private ClaimCheck ofRatio(Claim claim, String other) {
        var a = capacity(claim.variant());
        var b = capacity(other);
        if (a instanceof Capacity.Estimated(_, _, var ofA)
                && b instanceof Capacity.Estimated(_, _, var ofB)) {
            return CapacityEstimate.ratio(ofA, ofB, level)
                    .map(i -> ClaimCheck.of(claim, i, CapacityEstimate.logRatios(ofA, ofB), level))
                    .orElseGet(() -> none(claim));
        }
        if (a instanceof Capacity.NotMet(var lowest)
                && b instanceof Capacity.Estimated(_, Optional<Interval> ofB, _)
                && ofB.isPresent()) {
            return ofLimits(claim, new Interval(0, 0, lowest.rate() / ofB.get().low()));
        }
        return none(claim);
    }

    private static ClaimCheck ofLimits(Claim claim, Interval limits) {
        return ClaimCheck.ofLimits(claim, limits).orElseGet(() -> none(claim));
    }

    private static ClaimCheck none(Claim claim) {
        return new ClaimCheck(
                claim,
                new Outcome.NoEvidence(
                        "an interval needs at least 2 processes that confirm the capacity of each variant of the claim"));
    }

    private Capacity capacity(String variant) {
        return of(variant)
                .map(VariantCapacity::capacity)
                .orElse(new Capacity.Unknown("it was not searched"));
    }

    private OptionalDouble limit(String variant) {
        return of(variant).map(VariantCapacity::upperLimit).orElse(OptionalDouble.empty());
    }

    private Optional<VariantCapacity> of(String variant) {
        return result.variants().stream().filter(v -> v.variant().equals(variant)).findFirst();
    }
}

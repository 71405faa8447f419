package dev.loombench.analysis.capacity;

import dev.loombench.analysis.capacity.objective.Objective;
import dev.loombench.analysis.capacity.objective.Objectives;
import dev.loombench.analysis.comparison.ConfidenceLevels;
import dev.loombench.analysis.validity.capacity.CapacityFinding;
import dev.loombench.analysis.validity.capacity.CapacityFinding.BecameFaster;
import dev.loombench.analysis.validity.capacity.CapacityFinding.BimodalProcesses;
import dev.loombench.analysis.validity.capacity.CapacityFinding.ChangedOverTime;
import dev.loombench.analysis.validity.capacity.CapacityFinding.ConstantShare;
import dev.loombench.analysis.validity.capacity.CapacityFinding.FlatBurn;
import dev.loombench.analysis.validity.capacity.CapacityFinding.NotHeld;
import dev.loombench.analysis.validity.capacity.CapacityFinding.NotMonotone;
import dev.loombench.analysis.validity.capacity.CapacityFinding.RisesWithTime;
import dev.loombench.analysis.validity.capacity.CapacityFinding.TooFewRequests;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.commons.statistics.distribution.GammaDistribution;

/// The findings that the windows of a variant show.
public final class WindowFindings {
    private WindowFindings() {}

    /// A search that ended above the lowest rate, as requests are alone there, tried enough.
    ///
    /// @param lowest rate that the search would have tried, requests/s
    public static List<CapacityFinding> of(
            VariantCapacity v, double lowest, Objectives objectives) {
        var found = new ArrayList<CapacityFinding>();
        v.curve()
                .reversal()
                .map(r -> new NotMonotone(v.variant(), r.violated().rate(), r.met().rate()))
                .ifPresent(found::add);
        RateChange.of(v.probes())
                .map(c -> new ChangedOverTime(v.variant(), c.after().rate(), c.after().burn()))
                .ifPresent(found::add);
        RateGain.of(v)
                .map(gain -> ofGain(v.variant(), gain))
                .or(() -> rising(v))
                .ifPresent(found::add);
        constantShare(v, objectives).ifPresent(found::add);
        v.probes().stream()
                .filter(p -> p.purpose() == RateProbe.Purpose.HOLD && p.violates())
                .findFirst()
                .map(p -> new NotHeld(v.variant(), p.rate(), p.figures().seconds(), p.burn()))
                .ifPresent(found::add);
        if (v.capacity() instanceof Capacity.NotMet(var tried)
                && (tried.purpose() != RateProbe.Purpose.BRACKET || tried.rate() <= lowest)) {
            found.add(new TooFewRequests(v.variant(), lowest, objectives.fewestRequests()));
        }
        return found;
    }

    /// By as many requests as one window needs, or more. What a mean uses rises with the rate from
    /// the first request on.
    private static Optional<CapacityFinding> constantShare(
            VariantCapacity v, Objectives objectives) {
        if (objectives.all().stream().anyMatch(Objective.Mean.class::isInstance)
                || !(v.capacity() instanceof Capacity.Estimated
                        || v.capacity() instanceof Capacity.Held)) {
            return Optional.empty();
        }
        var below = below(v);
        return below.requests() >= objectives.enoughRequests() && usesMost(below, objectives)
                ? Optional.of(
                        new ConstantShare(
                                v.variant(), below.burn(), below.lowest(), below.highest()))
                : Optional.empty();
    }

    /// Well below the capacity, by the windows after those that confirm: earlier ones may have been
    /// slow as the server was cold.
    private static PooledBurn below(VariantCapacity v) {
        var later =
                v.probes().stream()
                        .filter(p ->
                                p.purpose() == RateProbe.Purpose.LATER
                                        || p.purpose() == RateProbe.Purpose.HOLD)
                        .toList();
        return PooledBurn.upTo(later, ConstantShare.BELOW * v.capacity().figure());
    }

    /// Whether what is used is most of what is allowed, or may be less by chance alone: the upper
    /// limit of the interval of a Poisson mean (Garwood 1936). The number of requests behind a burn
    /// is known of one objective only: of several it is the highest of theirs.
    private static boolean usesMost(PooledBurn below, Objectives objectives) {
        if (below.burn() >= ConstantShare.MOST || objectives.all().size() > 1) {
            return below.burn() >= ConstantShare.MOST;
        }
        double most = below.requests() * objectives.strictest().orElseThrow();
        double tail = (1 - ConfidenceLevels.LEVEL) / 2;
        return GammaDistribution.of(below.burn() * most + 1, 1)
                        .inverseCumulativeProbability(1 - tail)
                >= most;
    }

    private static CapacityFinding ofGain(String variant, RateGain gain) {
        var after = gain.after();
        return gain.isFlat()
                ? new FlatBurn(variant, gain.capacity(), after.rate(), after.burn())
                : new BecameFaster(variant, gain.capacity(), after.rate());
    }

    /// Not where low rates have slow responses too: what is used is then no power of the rate.
    private static Optional<CapacityFinding> rising(VariantCapacity v) {
        return RateTrend.of(v.confirming())
                .filter(trend -> trend.isRising() && below(v).burn() < RateGain.FLOOR)
                .map(trend -> new RisesWithTime(v.variant(), trend.rise()));
    }

    /// That its processes are of [two kinds][CapacityKinds].
    ///
    /// @param all variants of the search
    public static Optional<CapacityFinding> ofKinds(
            VariantCapacity v, List<VariantCapacity> all, double margin) {
        return CapacityKinds.of(v, all, margin)
                .map(kinds ->
                        new BimodalProcesses(
                                v.variant(),
                                kinds.few().size(),
                                kinds.processes(),
                                CapacityKinds.level(kinds.few()),
                                CapacityKinds.level(kinds.many())));
    }
}

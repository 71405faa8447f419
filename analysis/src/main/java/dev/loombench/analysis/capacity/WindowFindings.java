package dev.loombench.analysis.capacity;

import dev.loombench.analysis.validity.capacity.BecameFaster;
import dev.loombench.analysis.validity.capacity.BimodalProcesses;
import dev.loombench.analysis.validity.capacity.CapacityFinding;
import dev.loombench.analysis.validity.capacity.ChangedOverTime;
import dev.loombench.analysis.validity.capacity.FlatBurn;
import dev.loombench.analysis.validity.capacity.NotHeld;
import dev.loombench.analysis.validity.capacity.NotMonotone;
import dev.loombench.analysis.validity.capacity.TooFewRequests;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The findings that the windows of a variant show.
public final class WindowFindings {
    private WindowFindings() {}

    /// A search that ended above the lowest rate, as requests are alone there, tried enough.
    ///
    /// @param lowest rate that the search would have tried, requests/s
    /// @param requests that a window needs
    public static List<CapacityFinding> of(VariantCapacity v, double lowest, double requests) {
        var found = new ArrayList<CapacityFinding>();
        v.curve()
                .reversal()
                .map(r -> new NotMonotone(v.variant(), r.violated().rate(), r.met().rate()))
                .ifPresent(found::add);
        RateChange.of(v.probes())
                .map(c -> new ChangedOverTime(v.variant(), c.after().rate(), c.after().burn()))
                .ifPresent(found::add);
        RateGain.of(v).map(gain -> ofGain(v.variant(), gain)).ifPresent(found::add);
        v.probes().stream()
                .filter(p -> p.purpose() == RateProbe.Purpose.HOLD && p.violates())
                .findFirst()
                .map(p -> new NotHeld(v.variant(), p.rate(), p.figures().seconds(), p.burn()))
                .ifPresent(found::add);
        if (v.capacity() instanceof Capacity.NotMet(var tried)
                && (tried.purpose() != RateProbe.Purpose.BRACKET || tried.rate() <= lowest)) {
            found.add(new TooFewRequests(v.variant(), lowest, requests));
        }
        return found;
    }

    private static CapacityFinding ofGain(String variant, RateGain gain) {
        var after = gain.after();
        return gain.isFlat()
                ? new FlatBurn(variant, gain.capacity(), after.rate(), after.burn())
                : new BecameFaster(variant, gain.capacity(), after.rate());
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

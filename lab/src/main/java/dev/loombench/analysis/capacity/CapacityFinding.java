package dev.loombench.analysis.capacity;

import dev.loombench.analysis.validity.Finding;
import dev.loombench.analysis.validity.Finding.Severity;
import java.util.ArrayList;
import java.util.List;

/// Something that makes a capacity invalid, or limits what it holds for.
public sealed interface CapacityFinding {

    /// A rate holds the objectives although a lower one violates them.
    record NotMonotone(String variant, CapacityCurve.Reversal reversal)
            implements CapacityFinding {}

    /// Violations in windows that were still disturbed after they had been repeated.
    ///
    /// @param reason of the last one
    record Disturbed(String variant, int probes, int of, String reason) implements CapacityFinding {
        /// Share of the windows from which on the capacity is invalid.
        private static final double LIMIT = 0.5;

        private boolean isInvalid() {
            return probes > LIMIT * of;
        }
    }

    /// The load generator could not offer a higher rate.
    record GeneratorLimited(String variant, double rate) implements CapacityFinding {}

    /// The capacity of some processes is a limit, because the search ended before it found rates on
    /// both sides.
    record NotBracketed(String variant, int processes, int of) implements CapacityFinding {}

    /// A rate that held the objectives in windows of some seconds did not hold them over a long
    /// one.
    ///
    /// @param violated the highest such rate
    record NotHeld(String variant, RateProbe violated) implements CapacityFinding {}

    /// A rate that held early in a process did not hold at its end.
    record Changed(String variant, RateChange change) implements CapacityFinding {}

    /// Lower rates were not tried, as a window has too few requests there.
    ///
    /// @param lowest rate that was tried, requests/s
    /// @param requests that a window needs
    record TooFewRequests(String variant, double lowest, double requests)
            implements CapacityFinding {}

    /// A process failed.
    record ProcessFailed(String variant, int block, String reason) implements CapacityFinding {}

    /// A finding of the windows at the capacity, as of any trial.
    record OfTrials(Finding finding) implements CapacityFinding {}

    /// The findings that the windows of a variant show.
    ///
    /// @param lowest rate that the search would have tried, requests/s
    /// @param requests that a window needs
    static List<CapacityFinding> ofWindows(VariantCapacity v, double lowest, double requests) {
        var found = new ArrayList<CapacityFinding>();
        v.curve().reversal().ifPresent(r -> found.add(new NotMonotone(v.variant(), r)));
        RateChange.of(v.probes()).ifPresent(c -> found.add(new Changed(v.variant(), c)));
        v.probes().stream()
                .filter(p -> p.purpose() == RateProbe.Purpose.HOLD && p.valid() && !p.met())
                .findFirst()
                .ifPresent(p -> found.add(new NotHeld(v.variant(), p)));
        if (lowest > 1 && v.capacity() instanceof Capacity.NotMet) {
            found.add(new TooFewRequests(v.variant(), lowest, requests));
        }
        return found;
    }

    /// The name in files, in kebab case: stable.
    default String kind() {
        return switch (this) {
            case NotMonotone _ -> "not-monotone";
            case Disturbed _ -> "probes-disturbed";
            case GeneratorLimited _ -> "generator-limited";
            case NotBracketed _ -> "not-bracketed";
            case NotHeld _ -> "not-held";
            case Changed _ -> "changed-over-time";
            case TooFewRequests _ -> "too-few-requests";
            case ProcessFailed _ -> "process-failed";
            case OfTrials(var finding) -> finding.kind();
        };
    }

    default Severity severity() {
        return switch (this) {
            case NotMonotone _, GeneratorLimited _, NotHeld _, TooFewRequests _ -> Severity.NOTE;
            case Disturbed disturbed -> disturbed.isInvalid() ? Severity.INVALID : Severity.NOTE;
            case NotBracketed _, Changed _, ProcessFailed _ -> Severity.INVALID;
            case OfTrials(var finding) -> finding.severity();
        };
    }
}

package dev.loombench.analysis.capacity;

import dev.loombench.analysis.validity.Finding;
import dev.loombench.analysis.validity.Finding.Severity;

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

    /// A process failed.
    record ProcessFailed(String variant, int block, String reason) implements CapacityFinding {}

    /// A finding of the windows at the capacity, as of any trial.
    record OfTrials(Finding finding) implements CapacityFinding {}

    /// The name in files, in kebab case: stable.
    default String kind() {
        return switch (this) {
            case NotMonotone _ -> "not-monotone";
            case Disturbed _ -> "probes-disturbed";
            case GeneratorLimited _ -> "generator-limited";
            case NotBracketed _ -> "not-bracketed";
            case ProcessFailed _ -> "process-failed";
            case OfTrials(var finding) -> finding.kind();
        };
    }

    default Severity severity() {
        return switch (this) {
            case NotMonotone _, GeneratorLimited _ -> Severity.NOTE;
            case Disturbed disturbed -> disturbed.isInvalid() ? Severity.INVALID : Severity.NOTE;
            case NotBracketed _, ProcessFailed _ -> Severity.INVALID;
            case OfTrials(var finding) -> finding.severity();
        };
    }
}

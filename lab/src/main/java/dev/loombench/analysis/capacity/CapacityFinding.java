package dev.loombench.analysis.capacity;

import dev.loombench.analysis.validity.Finding;
import dev.loombench.analysis.validity.Finding.Severity;

/// Something that makes a capacity invalid, or limits what it holds for.
public sealed interface CapacityFinding {
    /// The name in files, in kebab case: stable.
    String kind();

    Severity severity();

    /// A rate holds the objectives although a lower one violates them.
    record NotMonotone(String variant, CapacityCurve.Reversal reversal) implements CapacityFinding {
        @Override
        public String kind() {
            return "not-monotone";
        }

        @Override
        public Severity severity() {
            return Severity.NOTE;
        }
    }

    /// Violations in windows that were still disturbed after they had been repeated.
    ///
    /// @param reason of the last one
    record Disturbed(String variant, int probes, int of, String reason) implements CapacityFinding {
        /// Share of the windows from which on the capacity is invalid.
        private static final double LIMIT = 0.5;

        @Override
        public String kind() {
            return "probes-disturbed";
        }

        @Override
        public Severity severity() {
            return probes > LIMIT * of ? Severity.INVALID : Severity.NOTE;
        }
    }

    /// The load generator could not offer a higher rate.
    record GeneratorLimited(String variant, double rate) implements CapacityFinding {
        @Override
        public String kind() {
            return "generator-limited";
        }

        @Override
        public Severity severity() {
            return Severity.NOTE;
        }
    }

    /// The capacity of some processes is a limit, because the search ended before it found rates on
    /// both sides.
    record NotBracketed(String variant, int processes, int of) implements CapacityFinding {
        @Override
        public String kind() {
            return "not-bracketed";
        }

        @Override
        public Severity severity() {
            return Severity.INVALID;
        }
    }

    /// A process failed.
    record ProcessFailed(String variant, int block, String reason) implements CapacityFinding {
        @Override
        public String kind() {
            return "process-failed";
        }

        @Override
        public Severity severity() {
            return Severity.INVALID;
        }
    }

    /// A finding of the windows at the capacity, as of any trial.
    record OfTrials(Finding finding) implements CapacityFinding {
        @Override
        public String kind() {
            return finding.kind();
        }

        @Override
        public Severity severity() {
            return finding.severity();
        }
    }
}

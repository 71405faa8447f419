package dev.loombench.analysis;

import dev.loombench.stats.Interval;
import java.util.Optional;
import java.util.OptionalInt;

/// The comparison of a variant with the first one, by the metric the experiment names.
public sealed interface Verdict {

    /// The interval of variant / first; empty without one.
    default Optional<Interval> interval() {
        return switch (this) {
            case Baseline _, NoEvidence _ -> Optional.empty();
            case Better(var ratio) -> Optional.of(ratio);
            case Worse(var ratio) -> Optional.of(ratio);
            case NoDifference(var ratio, _) -> Optional.of(ratio);
            case Undecided(var ratio, _, _) -> Optional.of(ratio);
        };
    }

    /// The interval, where it is narrow enough to be informative.
    default Optional<Interval> shownInterval() {
        return interval().filter(ratio -> !(this instanceof Undecided) || ratio.informative());
    }

    /// Trials per variant needed to decide; empty unless undecided.
    default OptionalInt trialsNeeded() {
        return this instanceof Undecided undecided
                ? OptionalInt.of(undecided.trialsRequired())
                : OptionalInt.empty();
    }

    /// The name in files, as in `no-difference`.
    default String label() {
        return switch (this) {
            case Baseline _ -> "baseline";
            case Better _ -> "better";
            case Worse _ -> "worse";
            case NoDifference _ -> "no-difference";
            case Undecided _ -> "undecided";
            case NoEvidence _ -> "no-evidence";
        };
    }

    /// The first variant: the others are compared with it.
    record Baseline() implements Verdict {}

    /// @param ratio variant / first
    record Better(Interval ratio) implements Verdict {}

    record Worse(Interval ratio) implements Verdict {}

    /// Equivalent: the whole interval lies within the margin.
    record NoDifference(Interval ratio, double margin) implements Verdict {}

    /// @param trialsRequired trials per variant for an interval as narrow as the margin, if the
    ///   spread stays the same
    record Undecided(Interval ratio, int trials, int trialsRequired) implements Verdict {}

    /// The trials give no interval.
    record NoEvidence(String reason) implements Verdict {}
}

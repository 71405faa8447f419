package dev.loombench.analysis;

import dev.loombench.stats.Interval;
import java.util.Optional;
import java.util.OptionalInt;

/// What may be said of a variant beside the first one, by the metric the experiment names.
public sealed interface Verdict {

    /// The interval of variant / first; empty where none can be had.
    default Optional<Interval> interval() {
        return switch (this) {
            case Baseline _, NoEvidence _ -> Optional.empty();
            case Better(var ratio) -> Optional.of(ratio);
            case Worse(var ratio) -> Optional.of(ratio);
            case NoDifference(var ratio, _) -> Optional.of(ratio);
            case Undecided(var ratio, _, _) -> Optional.of(ratio);
        };
    }

    /// The interval, where it is narrow enough to say something.
    default Optional<Interval> shownInterval() {
        return interval().filter(ratio -> !(this instanceof Undecided) || ratio.informative());
    }

    /// Trials per variant that would have settled it; empty unless it is undecided.
    default OptionalInt trialsNeeded() {
        return this instanceof Undecided undecided
                ? OptionalInt.of(undecided.needed())
                : OptionalInt.empty();
    }

    /// The name of this verdict for programs, as in `no-difference`.
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

    /// The whole interval lies within the margin: a finding, not a failure to find.
    record NoDifference(Interval ratio, double margin) implements Verdict {}

    /// @param needed trials per variant for an interval as narrow as the margin, if the spread
    ///   stays as it was
    record Undecided(Interval ratio, int trials, int needed) implements Verdict {}

    /// No interval can be had.
    record NoEvidence(String why) implements Verdict {}
}

package dev.loombench.analysis;

import dev.loombench.stats.Interval;

/// What may be said of a variant beside the first one, by the metric the experiment names.
public sealed interface Verdict {

    /// The first variant: the others are compared with it.
    record Baseline() implements Verdict {}

    /// @param ratio variant / first
    record Better(Interval ratio) implements Verdict {}

    record Worse(Interval ratio) implements Verdict {}

    /// The whole interval lies within the margin: a finding, not a failure to find.
    record NoDifference(Interval ratio, double margin) implements Verdict {}

    /// @param trialsNeeded a variant, for an interval as narrow as the margin, if the spread stays
    ///   as it was
    record Undecided(Interval ratio, int trials, int trialsNeeded) implements Verdict {}

    /// No interval can be had.
    record NoEvidence(String why) implements Verdict {}
}

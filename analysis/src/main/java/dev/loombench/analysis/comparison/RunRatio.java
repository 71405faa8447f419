package dev.loombench.analysis.comparison;

import dev.loombench.analysis.finding.ResultFinding;
import dev.loombench.stats.Interval;
import java.util.Optional;

/// A figure of a variant in one run over that in another, without a verdict.
///
/// The interval contains the spread of the trials within each run. What differs from run to run, as
/// the layout of memory and the state of the machine, is the same in all blocks of a run: no
/// interval over them contains it, and two runs are too few to estimate it. So nothing can be said
/// about the difference.
///
/// @param interval 95 % over the trials of both runs; empty with fewer than two of either
/// @param invalidBy the finding that makes a figure of one of the runs invalid
public record RunRatio(Optional<Interval> interval, Optional<ResultFinding> invalidBy) {
    /// The interval, where it is narrow enough to be informative, and the metric has reached its
    /// level in both runs.
    public Optional<Interval> shownInterval() {
        return interval.filter(Interval::informative)
                .filter(_ -> invalidBy.filter(ResultFinding::isUnsteady).isEmpty());
    }
}

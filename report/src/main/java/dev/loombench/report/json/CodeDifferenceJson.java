package dev.loombench.report.json;

import dev.loombench.analysis.profile.CodeDifference;
import dev.loombench.analysis.profile.FrameDifference;
import dev.loombench.stats.Interval;
import java.util.List;

/// How the cost of code differs between a variant and the first one, as data for other programs.
/// Amounts per request are CPU time in ns, or bytes.
///
/// @param cost `cpu` or `allocation`
/// @param blocks in which both were profiled
/// @param total difference of the whole amount
/// @param framesCompared each with what it calls
/// @param level of the intervals of frames
/// @param frames that differ, the largest difference first
record CodeDifferenceJson(
        String variant,
        String first,
        String cost,
        int blocks,
        Interval total,
        int framesCompared,
        double level,
        List<FrameDifference> frames) {
    static CodeDifferenceJson of(CodeDifference difference) {
        return new CodeDifferenceJson(
                difference.variant(),
                difference.first(),
                difference.cost().label(),
                difference.blocks(),
                difference.total(),
                difference.compared(),
                difference.level(),
                difference.marked());
    }
}

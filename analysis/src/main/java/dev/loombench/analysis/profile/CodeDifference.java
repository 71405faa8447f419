package dev.loombench.analysis.profile;

import dev.loombench.observe.result.ProfiledCost;
import dev.loombench.stats.Interval;
import java.util.List;

/// How the cost of code differs between a variant and the first one.
///
/// @param blocks in which both were profiled
/// @param total difference of the cost per request, ns or bytes, with the interval at the level of
///   the analysis
/// @param compared frames that were compared; those with equal stacks in all trials count once
/// @param level of each frame's interval
/// @param marked frames that explain what differs, the largest difference first; the rate is that
///   of all frames found to differ, of which these are a part
public record CodeDifference(
        String variant,
        String first,
        ProfiledCost cost,
        int blocks,
        Interval total,
        int compared,
        double level,
        List<FrameDifference> marked) {
    /// Fewer blocks cannot show a difference among many frames.
    public static final int FEWEST_BLOCKS = 3;

    public CodeDifference {
        marked = List.copyOf(marked);
    }
}

package dev.loombench.analysis.profile;

import dev.loombench.stats.Interval;
import java.util.List;

/// A frame whose cost differs between a variant and the first one.
///
/// @param frame that explains the difference
/// @param callers marked frames that call it, whose differences it explains, the nearest first
/// @param calls marked frames that it calls, and that others call too, likewise
/// @param first cost per request in the first variant, with what it calls: ns or bytes
/// @param variant the same in the variant
/// @param difference of both within blocks
public record FrameDifference(
        String frame,
        List<String> callers,
        List<String> calls,
        double first,
        double variant,
        Interval difference) {
    public FrameDifference {
        callers = List.copyOf(callers);
        calls = List.copyOf(calls);
    }
}

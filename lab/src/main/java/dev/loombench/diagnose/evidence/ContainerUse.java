package dev.loombench.diagnose.evidence;

import dev.loombench.observe.proc.ContainerLimits;
import java.util.OptionalDouble;

/// The limits of the process's control groups, and how often they took effect.
///
/// @param elapsedNanos between both
public record ContainerUse(ContainerLimits start, ContainerLimits end, long elapsedNanos) {

    /// The share of the time in which the quota was used up, per processor of the quota; empty
    /// without a quota.
    public OptionalDouble throttledShare() {
        var before = start.throttledNanos();
        var after = end.throttledNanos();
        return before.isPresent() && after.isPresent() && elapsedNanos > 0
                ? OptionalDouble.of(
                        (double) (after.getAsLong() - before.getAsLong()) / elapsedNanos)
                : OptionalDouble.empty();
    }
}

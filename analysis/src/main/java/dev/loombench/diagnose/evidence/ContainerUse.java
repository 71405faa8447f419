package dev.loombench.diagnose.evidence;

import dev.loombench.observe.result.ContainerLimits;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/// The limits of the process's control groups, how often they took effect, and the processors that
/// it used.
///
/// @param elapsedNanos between both
/// @param cpuNanos CPU time of all its threads in this time; empty where it is not known
public record ContainerUse(
        ContainerLimits start, ContainerLimits end, long elapsedNanos, OptionalLong cpuNanos) {
    /// The processors that it used, on average.
    public OptionalDouble usedProcessors() {
        return cpuNanos.isPresent() && elapsedNanos > 0
                ? OptionalDouble.of((double) cpuNanos.getAsLong() / elapsedNanos)
                : OptionalDouble.empty();
    }

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

package dev.loombench.diagnose.evidence;

import dev.loombench.observe.result.ContainerLimits;
import dev.loombench.observe.result.OthersShare;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/// The limits of the process's control groups, how often they took effect, and the processors that
/// it used.
///
/// @param elapsedNanos between both
/// @param cpuNanos CPU time of all its threads in this time; empty where it is not known
/// @param waitedNanos for which they were ready to run without a processor, added up; empty where
///   it is not known
/// @param others what took the processors of the machine meanwhile
public record ContainerUse(
        ContainerLimits start,
        ContainerLimits end,
        long elapsedNanos,
        OptionalLong cpuNanos,
        OptionalLong waitedNanos,
        OthersShare others) {
    /// The least share of the machine's processors whose use by others may keep a service from
    /// them.
    private static final double MOSTLY_TAKEN = 0.8;

    /// The fewest processors that its threads waited for, on average.
    private static final double LEAST_WAITED = 0.1;

    /// Without what was counted of processors.
    public ContainerUse(ContainerLimits start, ContainerLimits end, long elapsedNanos) {
        this(
                start,
                end,
                elapsedNanos,
                OptionalLong.empty(),
                OptionalLong.empty(),
                new OthersShare(OptionalDouble.empty(), OptionalDouble.empty()));
    }

    /// The time for which its threads waited for a processor, added up.
    public OptionalDouble waitedSeconds() {
        return waitedNanos.isPresent()
                ? OptionalDouble.of(waitedNanos.getAsLong() / 1e9)
                : OptionalDouble.empty();
    }

    /// How many times as long its threads waited for a processor as they had one, where others used
    /// nearly all processors, and it waited longer than it ran; empty otherwise. A burst of its own
    /// threads on a machine with free processors is none.
    public OptionalDouble waitsForOthers() {
        if (cpuNanos.isEmpty() || waitedNanos.isEmpty()) {
            return OptionalDouble.empty();
        }
        double waited = waitedNanos.getAsLong();
        double ran = cpuNanos.getAsLong();
        return others.busy().orElse(0) >= MOSTLY_TAKEN
                        && waited >= LEAST_WAITED * elapsedNanos
                        && waited >= ran
                        && ran > 0
                ? OptionalDouble.of(waited / ran)
                : OptionalDouble.empty();
    }

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

package dev.loombench.result;

import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;

/// How a trial of an interleaved block alternated with the others of its block, and the evidence
/// whether its rests changed what was measured. The CPU times of slices are without those of the
/// just-in-time compilers, and so is the work at rest up to 15 %.
///
/// @param slices in which its window was measured, in order of time
/// @param restingCores mean number of processors that the resting servers of the block used during
///   these slices; empty where it was not observed
/// @param workAtRest share of the server's CPU time, from its first slice to its last rest, that it
///   used while it rested, beyond what it uses when it is idle, 0..1; empty where it was not
///   observed
/// @param workWhenIdle share of that CPU time that the server used in the rests between its slices,
///   and that counts as what it uses when it is idle, 0..1; empty where it was not observed
/// @param closedAtRest connections that were closed while it rested
public record Interleaving(
        List<Slice> slices,
        OptionalDouble restingCores,
        OptionalDouble workAtRest,
        OptionalDouble workWhenIdle,
        long closedAtRest) {
    /// The shortest slice.
    public static final Duration MIN_SLICE = Duration.ofMillis(100);

    /// Mean response times that a slice lasts at least. Where users wait in step, all of them or
    /// none send a request at an end of a slice, so its ends weigh as much as a request of each.
    public static final int RESPONSE_TIMES_PER_SLICE = 10;

    /// Load before each slice, in addition to one mean response time: until users are as far apart
    /// as before the rest, and caches are filled again.
    public static final Duration MIN_SETTLING = Duration.ofMillis(25);

    /// The largest error of the times of samples that another machine takes. A slice's growth of a
    /// counter is wrong by what it grows in such a time, and samples before the settling do not
    /// become samples of the slice.
    public static final Duration MAX_CLOCK_ERROR = MIN_SETTLING.dividedBy(5);

    public Interleaving {
        slices = List.copyOf(slices);
    }

    /// Whether its window was divided: one slice is a window of its own, as in sequential trials.
    public boolean divided() {
        return slices.size() > 1;
    }

    /// One slice of a window.
    ///
    /// @param nanos its length
    /// @param restNanos time without load before the load that precedes it, since the slice before
    ///   or the warm-up
    /// @param drainNanos from the end of its load until no request was left
    /// @param responses good ones that arrived within it
    /// @param cpuNanos CPU time of the server for these: their share of that from the start of the
    ///   load before the slice to the end of the rest after it; empty where it was not observed
    public record Slice(
            long nanos, long restNanos, long drainNanos, long responses, OptionalDouble cpuNanos) {}
}

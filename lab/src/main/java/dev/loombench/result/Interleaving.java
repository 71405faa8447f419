package dev.loombench.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Duration;
import java.util.OptionalDouble;

/// How a trial of an interleaved block alternated with the others of its block.
///
/// @param slices in which its window was measured
/// @param restingCores mean number of processors that the resting servers of the block used during
///   these slices; empty where it was not observed
public record Interleaving(
        @JsonProperty("slices") int slices,
        @JsonProperty("restingCores") OptionalDouble restingCores) {
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
}

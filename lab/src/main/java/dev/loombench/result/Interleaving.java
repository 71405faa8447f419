package dev.loombench.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.OptionalDouble;

/// How a trial of an interleaved block alternated with the others of its block.
///
/// @param slices in which its window was measured
/// @param restingCores mean number of processors that the resting servers of the block used during
///   these slices; empty where it was not observed
public record Interleaving(
        @JsonProperty("slices") int slices,
        @JsonProperty("restingCores") OptionalDouble restingCores) {}

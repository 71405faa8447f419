package dev.loombench.result;

import com.fasterxml.jackson.annotation.JsonProperty;

/// One fresh server process under one load.
///
/// @param number position in the plan, from 1
/// @param variant name of the variant
/// @param block from 1, within the variant
public record Trial(
        @JsonProperty("number") int number,
        @JsonProperty("variant") String variant,
        @JsonProperty("block") int block) {}

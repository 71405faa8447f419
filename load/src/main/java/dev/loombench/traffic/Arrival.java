package dev.loombench.traffic;

import com.fasterxml.jackson.annotation.JsonProperty;

/// How the arrivals of an open model are spaced.
public enum Arrival {
    /// Equal gaps of 1/rate.
    @JsonProperty("constant")
    CONSTANT,
    /// Exponential gaps with mean 1/rate, from a recorded seed: independent users.
    @JsonProperty("poisson")
    POISSON,
    /// As a file recorded them, with its gaps in proportion to the rate.
    @JsonProperty("replay")
    REPLAY
}

package dev.loombench.spec.load;

/// How the arrivals of an open model are spaced.
public enum Arrival {
    /// Equal gaps of 1/rate.
    CONSTANT,
    /// Exponential gaps with mean 1/rate, from a recorded seed: independent users.
    POISSON
}

package dev.loombench.result.foreign;

/// How a tool decided when to send a request.
public enum ForeignLoad {
    /// After the response to the last one: a slow server slows the load down.
    CLOSED,
    /// By the clock.
    OPEN,
    /// The result does not say.
    UNKNOWN,
    /// It sent no requests.
    NONE
}

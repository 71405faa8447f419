package dev.loombench.analysis.finding;

/// What a finding is about. Each topic has a package of this name below `analysis.validity`.
public enum Topic {
    /// The agents that drive a load.
    AGENT,
    /// The search for a capacity.
    CAPACITY,
    /// Figures that contradict each other.
    CONSISTENCY,
    /// Evidence that is missing, or that cannot answer the question.
    EVIDENCE,
    /// The results of another tool.
    FOREIGN,
    /// The load generator.
    GENERATOR,
    /// The server's JVM and its libraries.
    JVM,
    /// The requested load, and what reached the server.
    LOAD,
    /// The machine around the servers, and its processors.
    MACHINE,
    /// Windows that are too short for a percentile.
    PERCENTILE,
    /// What became of the requests of a load.
    RESPONSE,
    /// Trials that differ from the others of their variant.
    SPREAD,
    /// Changes within a trial, or from trial to trial of one process.
    STATIONARITY
}

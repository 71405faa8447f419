package dev.loombench.experiment.variant;

/// The program that a variant runs.
public sealed interface Subject permits ZooServer, ServiceCommand, Endpoint {

    /// The program in a few words, as in `tomcat, model virtual`.
    String summary();
}

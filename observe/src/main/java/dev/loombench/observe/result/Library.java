package dev.loombench.observe.result;

/// A jar that a JVM has open, alone or within another.
///
/// @param name of the artifact, as in `HikariCP`
/// @param version as in `7.0.2`
public record Library(String name, String version) {}

package dev.loombench.result;

import com.fasterxml.jackson.annotation.JsonProperty;

/// A jar that a JVM has open, alone or within another.
///
/// @param name of the artifact, as in `HikariCP`
/// @param version as in `7.0.2`
public record Library(@JsonProperty("name") String name, @JsonProperty("version") String version) {}

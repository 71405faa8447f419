package dev.loombench.observe.result;

/// A jar that a JVM has open, alone or within another.
///
/// @param name of the artifact, as in `HikariCP`; with its group in front where the file has it, as
///   Quarkus names them: `io.agroal.agroal-pool`
/// @param version as in `7.0.2`
public record Library(String name, String version) {
    /// Whether it is of an artifact, as of `agroal-pool`.
    public boolean is(String artifact) {
        return name.equals(artifact) || name.endsWith("." + artifact);
    }
}

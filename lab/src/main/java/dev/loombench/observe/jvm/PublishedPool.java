package dev.loombench.observe.jvm;

import dev.loombench.result.Observation.Pool;
import java.util.OptionalLong;

/// A pool that a JVM publishes, with what it has done.
///
/// @param completed uses that have ended since its start: tasks of an executor; empty where the
///   bean does not report it
public record PublishedPool(Pool pool, OptionalLong completed) {}

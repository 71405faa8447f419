package dev.loombench.analysis.validity;

/// Work or waiting inside a server's JVM that affects the figures.
public sealed interface JvmFinding extends Finding
        permits CarriersPinned, CompilersStarved, PausedByCollector, StillCompiling {}

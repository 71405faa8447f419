package dev.loombench.analysis.validity.jvm;

import dev.loombench.analysis.finding.ResultFinding;
import dev.loombench.analysis.finding.Topic;

/// Work or waiting inside a server's JVM that affects the figures.
public sealed interface JvmFinding extends ResultFinding
        permits CarriersPinned, CompilersStarved, PausedByCollector, StillCompiling {
    @Override
    default Topic topic() {
        return Topic.JVM;
    }
}

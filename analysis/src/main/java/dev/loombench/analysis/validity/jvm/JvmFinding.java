package dev.loombench.analysis.validity.jvm;

import dev.loombench.analysis.finding.ResultFinding;
import dev.loombench.analysis.finding.Topic;
import dev.loombench.finding.Kind;

/// Work or waiting inside a server's JVM that affects the figures.
public sealed interface JvmFinding extends ResultFinding
        permits CarriersPinned, CompilersStarved, PausedByCollector, StillCompiling {
    @Override
    default Topic topic() {
        return Topic.JVM;
    }

    @Override
    default Kind kind() {
        return switch (this) {
            case CarriersPinned _ -> CarriersPinned.KIND;
            case CompilersStarved _ -> CompilersStarved.KIND;
            case PausedByCollector _ -> PausedByCollector.KIND;
            case StillCompiling _ -> StillCompiling.KIND;
        };
    }
}

package dev.loombench.result;

import dev.loombench.spec.ExperimentSpec;
import java.time.Instant;
import java.util.List;

/// What a run set out to do, written before its first trial.
///
/// @param seed of every random choice, drawn or given
/// @param plan in the order of execution
/// @param alone false when another run was measuring on this machine as this one began
public record RunManifest(
        ExperimentSpec spec,
        Environment environment,
        Instant started,
        long seed,
        boolean alone,
        List<Trial> plan) {
    public RunManifest {
        plan = List.copyOf(plan);
    }
}

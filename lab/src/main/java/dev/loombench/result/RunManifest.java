package dev.loombench.result;

import dev.loombench.spec.ExperimentSpec;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a run set out to do, written before its first trial.
///
/// @param seed of every random choice, drawn or given
/// @param plan in the order of execution
/// @param alone false when another run was measuring on this machine as this one began
/// @param scaled how the spec differs from its file, a sentence each; empty when it does not
public record RunManifest(
        ExperimentSpec spec,
        Environment environment,
        Instant started,
        long seed,
        boolean alone,
        List<Trial> plan,
        List<String> scaled) {
    public RunManifest {
        plan = List.copyOf(plan);
        scaled = orNone(scaled);
    }

    /// A run of an experiment as its file has it.
    public RunManifest(
            ExperimentSpec spec,
            Environment environment,
            Instant started,
            long seed,
            boolean alone,
            List<Trial> plan) {
        this(spec, environment, started, seed, alone, plan, List.of());
    }

    /// A run that was recorded before there was scaling has no such list.
    private static List<String> orNone(@Nullable List<String> scaled) {
        return scaled == null ? List.of() : List.copyOf(scaled);
    }
}

package dev.loombench.result;

import dev.loombench.spec.ExperimentSpec;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a run set out to do, written before its first trial.
///
/// @param seed of every random choice, drawn or given
/// @param plan in the order of execution
/// @param jdks variant -> the JDK it ran on: version, maker and home; empty of runs before this was
///   recorded
/// @param alone false when another run was measuring on this machine as this one began
public record RunManifest(
        ExperimentSpec spec,
        Environment environment,
        Instant started,
        long seed,
        boolean alone,
        List<Trial> plan,
        Map<String, String> jdks) {
    public RunManifest {
        plan = List.copyOf(plan);
        jdks = Collections.unmodifiableMap(new LinkedHashMap<>(orNone(jdks)));
    }

    /// With no word of JDKs.
    public RunManifest(
            ExperimentSpec spec,
            Environment environment,
            Instant started,
            long seed,
            boolean alone,
            List<Trial> plan) {
        this(spec, environment, started, seed, alone, plan, Map.of());
    }

    /// A file that an earlier version wrote has no such key.
    private static Map<String, String> orNone(@Nullable Map<String, String> jdks) {
        return jdks == null ? Map.of() : jdks;
    }
}

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
/// @param alone false when another run was measuring on this machine as this one began, or went on
/// @param scaled how the spec differs from its file, a sentence each; empty when it does not
public record RunManifest(
        ExperimentSpec spec,
        Environment environment,
        Instant started,
        long seed,
        boolean alone,
        List<Trial> plan,
        Map<String, String> jdks,
        List<String> scaled) {
    public RunManifest {
        plan = List.copyOf(plan);
        jdks = Collections.unmodifiableMap(new LinkedHashMap<>(orNone(jdks)));
        scaled = orNone(scaled);
    }

    /// Of an experiment as its file has it.
    public RunManifest(
            ExperimentSpec spec,
            Environment environment,
            Instant started,
            long seed,
            boolean alone,
            List<Trial> plan,
            Map<String, String> jdks) {
        this(spec, environment, started, seed, alone, plan, jdks, List.of());
    }

    /// The same with no word of JDKs.
    public RunManifest(
            ExperimentSpec spec,
            Environment environment,
            Instant started,
            long seed,
            boolean alone,
            List<Trial> plan) {
        this(spec, environment, started, seed, alone, plan, Map.of(), List.of());
    }

    /// The same run, with another that measures on this machine meanwhile.
    public RunManifest besideAnother() {
        return new RunManifest(spec, environment, started, seed, false, plan, jdks, scaled);
    }

    /// A file that an earlier version wrote has no such key.
    private static Map<String, String> orNone(@Nullable Map<String, String> jdks) {
        return jdks == null ? Map.of() : jdks;
    }

    private static List<String> orNone(@Nullable List<String> scaled) {
        return scaled == null ? List.of() : List.copyOf(scaled);
    }
}

package dev.loombench.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.loombench.spec.ExperimentSpec;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What a run set out to do, written before its first trial.
///
/// @param seed of every random choice, drawn or given
/// @param plan in the order of execution
/// @param jdks variant -> the JDK it ran on: version, maker and home
/// @param builds what is started or loads, as in `server tomcat` -> its checksum: a rebuilt server
///   is another server
/// @param exclusive false when another run was measuring on this machine as this one began, or went
///   on
/// @param adjustments how the spec differs from its file, a sentence each; empty when it does not
public record RunManifest(
        @JsonProperty("spec") ExperimentSpec spec,
        @JsonProperty("environment") Environment environment,
        @JsonProperty("started") Instant started,
        @JsonProperty("seed") long seed,
        @JsonProperty("exclusive") boolean exclusive,
        @JsonProperty("plan") List<Trial> plan,
        @JsonProperty("jdks") Map<String, String> jdks,
        @JsonProperty("builds") Map<String, String> builds,
        @JsonProperty("adjustments") List<String> adjustments) {
    public RunManifest {
        plan = List.copyOf(plan);
        jdks = Collections.unmodifiableMap(new LinkedHashMap<>(jdks));
        builds = Collections.unmodifiableMap(new LinkedHashMap<>(builds));
        adjustments = List.copyOf(adjustments);
    }

    /// Of an experiment as its file has it, with no word of builds.
    public RunManifest(
            ExperimentSpec spec,
            Environment environment,
            Instant started,
            long seed,
            boolean alone,
            List<Trial> plan,
            Map<String, String> jdks) {
        this(spec, environment, started, seed, alone, plan, jdks, Map.of(), List.of());
    }

    /// The same with no word of JDKs.
    public RunManifest(
            ExperimentSpec spec,
            Environment environment,
            Instant started,
            long seed,
            boolean alone,
            List<Trial> plan) {
        this(spec, environment, started, seed, alone, plan, Map.of());
    }

    /// The same run, with another that measures on this machine meanwhile.
    public RunManifest besideAnother() {
        return new RunManifest(
                spec, environment, started, seed, false, plan, jdks, builds, adjustments);
    }
}

package dev.loombench.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import dev.loombench.experiment.AgentsAgain;
import dev.loombench.experiment.Claim;
import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.NotStored;
import dev.loombench.observe.result.Environment;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// The plan and the conditions of a run, written before its first trial.
///
/// @param seed of every random choice, random or from the experiment
/// @param mode how the trials of a block share the time
/// @param plan in the order of execution
/// @param jdks variant -> its JDK: version, vendor and home
/// @param builds programs of the run, as in `server tomcat` -> checksum, which identifies a build
/// @param exclusive false when another run was measuring on this machine when this one started or
///   resumed
/// @param adjustments differences of the experiment from its file, one sentence each
/// @param agents addresses of the agents that drive the load; empty when the lab does
/// @param serverOn address of the agent whose machine the servers were on; empty for the lab's own
/// @param command words of the command line that began it, as in [Invocation]; empty where unknown
public record RunManifest(
        Experiment experiment,
        Environment environment,
        Instant started,
        long seed,
        boolean exclusive,
        ChosenMode mode,
        List<Trial> plan,
        Map<String, String> jdks,
        Map<String, String> builds,
        List<String> adjustments,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) @JsonSetter(nulls = Nulls.AS_EMPTY)
                List<String> agents,
        @JsonInclude(JsonInclude.Include.NON_ABSENT) @JsonSetter(nulls = Nulls.AS_EMPTY)
                Optional<String> serverOn,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) @JsonSetter(nulls = Nulls.AS_EMPTY)
                List<String> command) {
    public RunManifest {
        plan = List.copyOf(plan);
        jdks = Collections.unmodifiableMap(new LinkedHashMap<>(jdks));
        builds = Collections.unmodifiableMap(new LinkedHashMap<>(builds));
        adjustments = List.copyOf(adjustments);
        agents = List.copyOf(agents);
        command = List.copyOf(command);
    }

    /// The command line that began it.
    public Invocation invocation() {
        return new Invocation(command);
    }

    /// The same run, marked as not exclusive.
    public RunManifest notExclusive() {
        return with(experiment, false, mode, plan, adjustments);
    }

    /// The same run with secrets that it has not stored, and does not store.
    ///
    /// @throws WrongInput when one is not of this run
    public RunManifest with(AgentsAgain secrets) {
        return with(secrets.in(experiment), exclusive, mode, plan, adjustments);
    }

    /// The same run as results have it, without the secrets that are lost.
    public RunManifest withoutLost() {
        return with(NotStored.marked(experiment), exclusive, mode, plan, adjustments);
    }

    /// The same run in another mode.
    public RunManifest with(ChosenMode other) {
        return with(experiment, exclusive, other, plan, adjustments);
    }

    /// The same run with further claims.
    public RunManifest withFurther(List<Claim> claims) {
        return with(experiment.withFurther(claims), exclusive, mode, plan, adjustments);
    }

    /// The same run with a part of its plan, which it ended after.
    ///
    /// @param ended the trials of whole blocks
    /// @param reason one sentence
    public RunManifest endedAfter(List<Trial> ended, String reason) {
        return with(
                experiment.withTrials(
                        experiment
                                .trials()
                                .endedAfter(ended.size() / experiment.variants().size())),
                exclusive,
                mode,
                ended,
                Stream.concat(adjustments.stream(), Stream.of(reason)).toList());
    }

    private RunManifest with(
            Experiment otherExperiment,
            boolean isExclusive,
            ChosenMode otherMode,
            List<Trial> otherPlan,
            List<String> otherAdjustments) {
        return new RunManifest(
                otherExperiment,
                environment,
                started,
                seed,
                isExclusive,
                otherMode,
                otherPlan,
                jdks,
                builds,
                otherAdjustments,
                agents,
                serverOn,
                command);
    }
}

package dev.loombench.analysis.validity.agent;

import dev.loombench.analysis.finding.Topic;
import dev.loombench.analysis.finding.VariantFinding;
import dev.loombench.analysis.finding.VariantTrials;
import dev.loombench.analysis.validity.generator.GeneratorFinding;
import dev.loombench.experiment.Experiment;
import dev.loombench.finding.Kind;
import dev.loombench.load.result.LoadResult;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.traffic.Traffic;
import dev.loombench.traffic.Workload;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A limit or a disturbance of one of the agents that drive a load.
public sealed interface AgentFinding extends VariantFinding
        permits AgentBehind, AgentClock, AgentGenerator, AgentLate, AgentLeft, LostAgent {
    /// The phase of a trial that failed because it lost an agent.
    String LOST = "agents";

    @Override
    default Topic topic() {
        return Topic.AGENT;
    }

    @Override
    default Kind kind() {
        return switch (this) {
            case AgentBehind _ -> AgentBehind.KIND;
            case AgentClock _ -> AgentClock.KIND;
            case AgentGenerator agent -> agent.finding().kind();
            case AgentLate _ -> AgentLate.KIND;
            case AgentLeft _ -> LostAgent.KIND;
            case LostAgent _ -> LostAgent.KIND;
        };
    }

    /// All findings of a variant's trials, each kind once per agent.
    ///
    /// @param timed as for `GeneratorStarved`
    static List<AgentFinding> of(Experiment experiment, VariantTrials trials, boolean timed) {
        var variant = trials.variant();
        var workload = experiment.load();
        var traffic = experiment.traffic();
        boolean byTime = experiment.phases().requests().isEmpty();
        var distinct = new LinkedHashMap<String, AgentFinding>();
        LostAgent.of(trials).ifPresent(lost -> distinct.put(lost.kind().id(), lost));
        for (var trial : trials.completed()) {
            for (var behind : AgentBehind.of(variant, workload, trial.agents())) {
                distinct.putIfAbsent(behind.kind().id() + behind.address(), behind);
            }
            for (var agent : trial.agents()) {
                AgentClock.of(variant, agent)
                        .ifPresent(clock ->
                                distinct.putIfAbsent(clock.kind().id() + clock.address(), clock));
            }
        }
        var all = new ArrayList<>(distinct.values());
        all.addAll(
                AgentLate.of(
                        variant,
                        trials.completed().stream().map(Completed::agents).toList(),
                        byTime));
        sharesOf(trials.completed())
                .forEach((address, shares) ->
                        all.addAll(generators(variant, address, workload, traffic, timed, shares)));
        return all;
    }

    /// Those about the generator of one agent.
    ///
    /// @param shares its results with the response times of the whole load
    static List<AgentGenerator> generators(
            String variant,
            String address,
            Workload workload,
            Traffic traffic,
            boolean timed,
            List<LoadResult> shares) {
        return GeneratorFinding.of(variant, workload, traffic, timed, shares).stream()
                .map(finding -> new AgentGenerator(variant, address, finding))
                .toList();
    }

    private static Map<String, List<LoadResult>> sharesOf(List<Completed> trials) {
        var shares = new LinkedHashMap<String, List<LoadResult>>();
        for (var trial : trials) {
            for (var agent : trial.agents()) {
                agent.result()
                        .ifPresent(result ->
                                shares.computeIfAbsent(agent.address(), _ -> new ArrayList<>())
                                        .add(result.with(trial.load().intervals())));
            }
        }
        return shares;
    }
}

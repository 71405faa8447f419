package dev.loombench.analysis;

import dev.loombench.analysis.trial.Histograms;
import dev.loombench.analysis.trial.NetworkSummary;
import dev.loombench.load.result.LoadResult;
import dev.loombench.result.AgentFigures;
import dev.loombench.result.TrialOutcome.Completed;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.OptionalDouble;
import org.HdrHistogram.Histogram;

/// What one agent did in all trials of a variant.
///
/// @param address of the agent
/// @param connections of its share
/// @param throughput good responses per second, mean of the trials
/// @param generator of the agent
/// @param network between the agent and the server
/// @param clockErrorNanos largest of the trials
public record AgentSummary(
        String variant,
        String address,
        int connections,
        double throughput,
        Generator generator,
        NetworkSummary network,
        long clockErrorNanos) {

    /// @param sendLag of all requests, ns
    /// @param cpuPerRequest per good response, ns; empty without any
    /// @param busyShare mean of the trials, 0..1
    public record Generator(Histogram sendLag, OptionalDouble cpuPerRequest, double busyShare) {}

    /// @param trials of a variant
    static List<AgentSummary> of(String variant, List<Completed> trials) {
        var byAddress = new LinkedHashMap<String, List<AgentFigures>>();
        for (var trial : trials) {
            for (var agent : trial.agents()) {
                byAddress.computeIfAbsent(agent.address(), _ -> new ArrayList<>()).add(agent);
            }
        }
        return byAddress.values().stream().map(figures -> summary(variant, figures)).toList();
    }

    private static AgentSummary summary(String variant, List<AgentFigures> figures) {
        var results = figures.stream().flatMap(f -> f.result().stream()).toList();
        return new AgentSummary(
                variant,
                figures.getFirst().address(),
                figures.getFirst().share().connections(),
                results.stream()
                        .mapToDouble(r -> r.counts().succeededInWindow() / r.window().seconds())
                        .average()
                        .orElse(0),
                generator(results),
                NetworkSummary.of(figures.stream().map(AgentFigures::network).toList()),
                figures.stream().mapToLong(f -> f.clock().skewNanos()).max().orElse(0));
    }

    private static Generator generator(List<LoadResult> results) {
        double cpu = results.stream().mapToLong(r -> r.generator().cpuNanos()).sum();
        long responses = results.stream().mapToLong(r -> r.counts().succeededInWindow()).sum();
        return new Generator(
                Histograms.merged(results.stream().map(r -> r.generator().sendLag())),
                responses == 0 ? OptionalDouble.empty() : OptionalDouble.of(cpu / responses),
                results.stream().mapToDouble(r -> r.generator().busyShare()).average().orElse(0));
    }
}

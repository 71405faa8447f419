package dev.loombench.cli.load;

import dev.loombench.agent.AgentFigures;
import dev.loombench.analysis.validity.Finding;
import dev.loombench.analysis.validity.Finding.Severity;
import dev.loombench.analysis.validity.GeneratorFinding.GeneratorSaturated;
import dev.loombench.analysis.validity.GeneratorFinding.GeneratorStalled;
import dev.loombench.analysis.validity.GeneratorFinding.GeneratorStarved;
import dev.loombench.analysis.validity.GeneratorFinding.ScheduleLagged;
import dev.loombench.report.FindingText;
import dev.loombench.report.Format;
import dev.loombench.result.LoadResult;
import dev.loombench.spec.load.LoadModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/// The checks of each agent that make the figures of a load invalid: those of a load generator, and
/// its loss, its part of the rate and its clock.
final class AgentProblems {
    /// A twentieth of the second by which intervals are merged.
    private static final long MAX_SKEW_NANOS = 50_000_000;

    /// As for the rate of the whole load.
    private static final double SHORTFALL = 0.02;

    private final LoadSummary summary;
    private final List<LoadProblem> problems = new ArrayList<>();

    private AgentProblems(LoadSummary summary) {
        this.summary = summary;
    }

    static List<LoadProblem> of(LoadSummary summary) {
        var checks = new AgentProblems(summary);
        summary.agents().forEach(checks::check);
        return List.copyOf(checks.problems);
    }

    private void check(AgentFigures agent) {
        agent.lost().ifPresent(why -> lost(agent, why));
        agent.result()
                .ifPresent(result -> {
                    generator(agent, result);
                    rate(agent, result);
                    clock(agent);
                });
    }

    private void lost(AgentFigures agent, String why) {
        add(
                "agent-lost",
                String.format(
                        Locale.ROOT,
                        "the agent %s %s, %s after the start of the window",
                        agent.address(),
                        why,
                        Format.time((double) agent.lostAfterNanos().orElse(0))),
                String.format(
                        Locale.ROOT,
                        "its share is missing, %,d of %,d connections (%.0f %%); the load ended then",
                        agent.connections(),
                        agent.allConnections(),
                        100 * agent.share()),
                "the messages of that agent, and the network to it");
    }

    private void generator(AgentFigures agent, LoadResult share) {
        var name = "agent " + agent.address();
        var loads = List.of(share);
        // The response times are those of the whole load.
        var timed = List.of(share.with(summary.result().intervals()));
        var request = summary.request();
        Stream.<Optional<? extends Finding>>of(
                        GeneratorSaturated.of(name, loads),
                        GeneratorStarved.of(name, true, loads),
                        GeneratorStalled.of(name, loads),
                        ScheduleLagged.of(name, request.model(), request.traffic(), timed))
                .flatMap(Optional::stream)
                .filter(finding -> finding.severity() == Severity.INVALID)
                .forEach(finding ->
                        problems.add(new LoadProblem(finding.kind(), FindingText.of(finding))));
    }

    /// Arrivals are dealt out evenly, so that an agent with fewer did not send them.
    private void rate(AgentFigures agent, LoadResult share) {
        if (!(summary.request().model() instanceof LoadModel.Open)) {
            return;
        }
        double mean =
                summary.agents().stream()
                        .flatMap(other -> other.result().stream())
                        .mapToLong(result -> result.counts().sent())
                        .average()
                        .orElse(0);
        if (share.counts().sent() < (1 - SHORTFALL) * mean - 1) {
            add(
                    "agent-behind",
                    String.format(
                            Locale.ROOT,
                            "the agent %s sent %,d requests, and the agents %,.0f on average",
                            agent.address(),
                            share.counts().sent(),
                            mean),
                    "the server got fewer requests than requested",
                    "more CPU for that agent, or a lower rate");
        }
    }

    private void clock(AgentFigures agent) {
        if (agent.skewNanos() > MAX_SKEW_NANOS) {
            add(
                    "agent-clock",
                    "the clock of the agent %s is known to %s only"
                            .formatted(agent.address(), Format.time((double) agent.skewNanos())),
                    "the agents did not start and end together, and the seconds of the result do not match",
                    "a network with a steady round trip; no change of the machine's clock during a load");
        }
    }

    private void add(String kind, String message, String impact, String remedy) {
        problems.add(new LoadProblem(kind, new FindingText(message, impact, remedy)));
    }
}

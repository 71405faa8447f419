package dev.loombench.cli.load;

import dev.loombench.analysis.validity.AgentFinding;
import dev.loombench.analysis.validity.AgentFinding.AgentBehind;
import dev.loombench.analysis.validity.AgentFinding.AgentClock;
import dev.loombench.analysis.validity.Finding;
import dev.loombench.analysis.validity.Finding.Severity;
import dev.loombench.load.result.LoadResult;
import dev.loombench.report.FindingText;
import dev.loombench.report.Format;
import dev.loombench.result.AgentFigures;
import dev.loombench.result.AgentFigures.Loss;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// The checks of each agent that make the figures of a load invalid: those of a load generator, and
/// its loss, its part of the rate and its clock.
final class AgentProblems {
    private final LoadSummary summary;
    private final List<LoadProblem> problems = new ArrayList<>();

    private AgentProblems(LoadSummary summary) {
        this.summary = summary;
    }

    static List<LoadProblem> of(LoadSummary summary) {
        var checks = new AgentProblems(summary);
        var behind = AgentBehind.of(LoadProblems.NAME, summary.request().model(), summary.agents());
        for (var agent : summary.agents()) {
            agent.loss().ifPresent(loss -> checks.lost(agent, loss));
            agent.result().ifPresent(result -> checks.generator(agent, result));
            behind.stream()
                    .filter(finding -> finding.address().equals(agent.address()))
                    .forEach(checks::add);
            AgentClock.of(LoadProblems.NAME, agent).ifPresent(checks::add);
        }
        return List.copyOf(checks.problems);
    }

    private void lost(AgentFigures agent, Loss loss) {
        var share = agent.share();
        problems.add(
                new LoadProblem(
                        "agent-lost",
                        new FindingText(
                                String.format(
                                        Locale.ROOT,
                                        "the agent %s %s, %s after the start of the window",
                                        agent.address(),
                                        loss.reason(),
                                        Format.time((double) loss.afterNanos())),
                                String.format(
                                        Locale.ROOT,
                                        "its share is missing, %,d of %,d connections (%.0f %%); the load ended then",
                                        share.connections(),
                                        share.allConnections(),
                                        100 * share.fraction()),
                                "the messages of that agent, the network to it, and what may have stopped this controller (Ctrl-Z, a debugger)")));
    }

    private void generator(AgentFigures agent, LoadResult share) {
        // The response times are those of the whole load.
        var timed = List.of(share.with(summary.result().intervals()));
        var request = summary.request();
        AgentFinding.generators("agent " + agent.address(), timed)
                .ofShares(request.model(), request.traffic(), true)
                .stream()
                .filter(finding -> finding.severity() == Severity.INVALID)
                .forEach(this::add);
    }

    private void add(Finding finding) {
        problems.add(new LoadProblem(finding.kind(), LoadProblems.text(finding)));
    }
}

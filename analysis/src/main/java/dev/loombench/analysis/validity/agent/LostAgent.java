package dev.loombench.analysis.validity.agent;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.analysis.finding.VariantTrials;
import dev.loombench.finding.Kind;
import dev.loombench.result.TrialOutcome.Failed;
import java.util.Optional;
import java.util.stream.Stream;

/// A trial lost an agent.
///
/// @param reason with the agent's address and share
public record LostAgent(String variant, String reason) implements AgentFinding {
    public static final Kind KIND = new Kind("agent-lost", "a trial lost an agent", "invalid");

    static Optional<LostAgent> of(VariantTrials trials) {
        return trials.results().stream()
                .flatMap(r ->
                        r.outcome() instanceof Failed failed && failed.phase().equals(LOST)
                                ? Stream.of(new LostAgent(trials.variant(), failed.reason()))
                                : Stream.empty())
                .findFirst();
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                reason,
                "that trial has no figures, and the run ended",
                "the messages of that agent, the network to it, and what may have stopped the controller (Ctrl-Z, a debugger); then resume the run");
    }
}

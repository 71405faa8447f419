package dev.loombench.analysis.validity.agent;

import static dev.loombench.text.Figures.time;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.finding.Kind;
import dev.loombench.result.AgentFigures;
import java.util.Optional;

/// The clock of an agent is not known well enough.
///
/// @param skewNanos largest possible error of its start and end
public record AgentClock(String variant, String address, long skewNanos) implements AgentFinding {
    /// A twentieth of the second by which intervals are merged.
    private static final long MAX_SKEW_NANOS = 50_000_000;

    public static final Kind KIND =
            new Kind(
                    "agent-clock",
                    "the clock of an agent is known to no better than "
                            + time((double) MAX_SKEW_NANOS),
                    "invalid");

    public static Optional<AgentClock> of(String variant, AgentFigures agent) {
        long skew = agent.clock().skewNanos();
        return agent.result().isPresent() && skew > MAX_SKEW_NANOS
                ? Optional.of(new AgentClock(variant, agent.address(), skew))
                : Optional.empty();
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                "the clock of the agent %s is known to %s only"
                        .formatted(address, time((double) skewNanos)),
                "the agents did not start and end together, and the seconds of the result do not match",
                "a network with a steady round trip; no change of the machine's clock during a load");
    }
}

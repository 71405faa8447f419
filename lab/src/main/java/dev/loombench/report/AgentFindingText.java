package dev.loombench.report;

import dev.loombench.analysis.validity.AgentFinding;
import dev.loombench.analysis.validity.AgentFinding.AgentBehind;
import dev.loombench.analysis.validity.AgentFinding.AgentClock;
import dev.loombench.analysis.validity.AgentFinding.AgentGenerator;
import dev.loombench.analysis.validity.AgentFinding.AgentLost;

/// Findings about agents, in words.
final class AgentFindingText {
    private AgentFindingText() {}

    static FindingText of(AgentFinding finding) {
        return switch (finding) {
            case AgentLost(var variant, var reason) ->
                    new FindingText(
                            "%s: %s".formatted(variant, reason),
                            "that trial has no figures, and the run ended",
                            "the messages of that agent, the network to it, and what may have stopped the controller (Ctrl-Z, a debugger); then resume the run");
            case AgentBehind(var variant, var address, var sent, var mean) ->
                    new FindingText(
                            "%s: the agent %s sent %,d requests, and the agents %,.0f on average"
                                    .formatted(variant, address, sent, mean),
                            "the server got fewer requests than requested",
                            "more CPU for that agent, or a lower rate");
            case AgentClock(var variant, var address, var skew) ->
                    new FindingText(
                            "%s: the clock of the agent %s is known to %s only"
                                    .formatted(variant, address, Format.time((double) skew)),
                            "the agents did not start and end together, and the seconds of the result do not match",
                            "a network with a steady round trip; no change of the machine's clock during a load");
            case AgentGenerator(_, var generator) -> GeneratorFindingText.of(generator);
        };
    }
}

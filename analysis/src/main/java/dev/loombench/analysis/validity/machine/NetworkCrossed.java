package dev.loombench.analysis.validity.machine;

import static dev.loombench.text.Figures.time;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.analysis.trial.NetworkSummary;
import dev.loombench.finding.Kind;
import dev.loombench.result.AgentFigures;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.result.TrialResult;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The load came from agents on other machines.
public record NetworkCrossed(NetworkSummary network) implements MachineFinding {
    private static final String UNKNOWN = "unknown";

    public static final Kind KIND =
            new Kind(
                    "network-crossed",
                    "the load of all trials came from [agents](../agents.md) on other machines",
                    "information");

    public static Optional<NetworkCrossed> of(List<TrialResult> results) {
        if (!byAllLoads(results)) {
            return Optional.empty();
        }
        return Optional.of(
                new NetworkCrossed(
                        NetworkSummary.of(
                                completed(results)
                                        .flatMap(trial -> trial.agents().stream())
                                        .map(AgentFigures::network)
                                        .toList())));
    }

    /// Whether the load of every completed trial came from other machines.
    static boolean byAllLoads(List<TrialResult> results) {
        return completed(results).findAny().isPresent()
                && completed(results).allMatch(Completed::loadedFromElsewhere);
    }

    private static Stream<Completed> completed(List<TrialResult> results) {
        return results.stream()
                .map(TrialResult::outcome)
                .filter(Completed.class::isInstance)
                .map(Completed.class::cast);
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                "the load crossed a network: round trip %s, %s of the TCP segments retransmitted"
                        .formatted(
                                network.roundTripNanos().isPresent()
                                        ? time(network.roundTripNanos().getAsDouble())
                                        : UNKNOWN,
                                network.retransmittedShare().isPresent()
                                        ? "%.2f %%"
                                                .formatted(
                                                        100
                                                                * network.retransmittedShare()
                                                                        .getAsDouble())
                                        : UNKNOWN),
                "response times include the round trip, and a lost segment costs 200 ms or more",
                "none needed; compare response times with the round trip");
    }
}

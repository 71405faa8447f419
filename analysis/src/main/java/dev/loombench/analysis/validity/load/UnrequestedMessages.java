package dev.loombench.analysis.validity.load;

import static dev.loombench.text.Figures.counted;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.finding.Kind;
import dev.loombench.load.result.LoadResult;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.Workload;
import java.util.List;
import java.util.Optional;

/// Messages of WebSocket that no request waited for, in a load whose responses are messages: one
/// that comes while a request waits counts as its response, and all later responses with it.
///
/// Connections that are only held have no such responses.
///
/// @param messages since the start of the load
/// @param established connections
public record UnrequestedMessages(String variant, long messages, int established)
        implements LoadFinding {
    public static final Kind KIND =
            new Kind(
                    "unrequested-messages",
                    "WebSocket, open or closed: any message of the server that came while no request waited for it, or before the first",
                    "invalid");

    public static Optional<UnrequestedMessages> of(
            String variant, Workload model, List<LoadResult> loads) {
        long messages =
                loads.stream()
                        .flatMap(load -> load.events().stream())
                        .mapToLong(LoadResult.Events::unrequested)
                        .sum();
        if (messages == 0 || model instanceof LoadModel.HeldConnections) {
            return Optional.empty();
        }
        int established =
                loads.stream().mapToInt(load -> load.connections().established()).max().orElse(0);
        return Optional.of(new UnrequestedMessages(variant, messages, established));
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                "the server sent %s that no request waited for, on up to %s"
                        .formatted(
                                counted(messages, "message"), counted(established, "connection")),
                "one that comes after a request was sent counts as its response, and the response"
                        + " as that of the next request: response times are too short",
                "a path on which the server sends responses only, without broadcasts; where each"
                        + " connection begins with greetings, their number (--ws-greetings N); or"
                        + " hold the connections (--hold)");
    }
}

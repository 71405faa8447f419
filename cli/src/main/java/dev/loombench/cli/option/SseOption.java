package dev.loombench.cli.option;

import dev.loombench.traffic.Streaming;
import java.util.Optional;
import picocli.CommandLine.Option;

/// The option for server-sent events. The type of a response does not decide: a load must know
/// before it begins what a response is, and reading content costs time that no other response
/// needs.
public final class SseOption {
    @Option(
            names = "--sse",
            description = {
                "Responses are streams of server-sent events: also measure the time to the first event and"
                        + " between events. A response is complete at the end of its stream, and with"
                        + " --hold with its first event."
            })
    private boolean sse;

    /// Empty where it is not given.
    public Optional<Streaming> streaming() {
        return sse ? Optional.of(Streaming.EVENTS) : Optional.empty();
    }
}

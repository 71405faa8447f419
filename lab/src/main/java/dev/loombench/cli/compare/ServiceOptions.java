package dev.loombench.cli.compare;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The options of commands that start services of the user: when one is ready, and what must be
/// equal in their responses.
public final class ServiceOptions {
    @Option(
            names = "--ready",
            paramLabel = "EVENT",
            description = {
                "Shows that the service accepts requests: a /PATH that responds with a status below"
                        + " 500, port for an open port, or log:TEXT for a line of its output."
                        + " Default: the measured path."
            })
    private @Nullable String ready;

    @Option(
            names = "--ready-within",
            paramLabel = "TIME",
            description = "Longest time until the service is ready. Default: 60s.")
    private @Nullable String readyWithin;

    @Option(
            names = "--same-answers",
            paramLabel = "LEVEL",
            description = {
                "What must be equal in the responses of all variants to one request before the"
                        + " load: body (with status and content type), status or off. Default:"
                        + " body."
            })
    private @Nullable String sameAnswers;

    /// Whether any of them is given.
    public boolean isGiven() {
        return ready != null || readyWithin != null || sameAnswers != null;
    }

    /// The lines of `ready` in an experiment; empty for the default.
    public Optional<String> ready() {
        return ReadyOption.mapping(
                Optional.ofNullable(ready),
                Optional.ofNullable(readyWithin)
                        .map(time -> OptionValues.seconds("--ready-within", time)));
    }

    public Optional<String> sameAnswers() {
        return Optional.ofNullable(sameAnswers);
    }
}

package dev.loombench.load.option;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The option for the statuses of good responses.
public final class ExpectStatusOption {
    public static final String NAME = "--expect-status";

    @Option(
            names = NAME,
            paramLabel = "LIST",
            description = {
                "Statuses of good responses, as in 2xx,302; others are errors. Redirects are not"
                        + " followed. Default: 2xx."
            })
    private @Nullable String statuses;

    /// As given.
    public Optional<String> list() {
        return Optional.ofNullable(statuses);
    }
}

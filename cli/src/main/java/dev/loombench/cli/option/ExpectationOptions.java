package dev.loombench.cli.option;

import dev.loombench.spec.load.ExpectedStatuses;
import dev.loombench.spec.text.SpecError;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The options for what is expected of responses.
public final class ExpectationOptions {
    @Option(
            names = "--expect-status",
            paramLabel = "LIST",
            description = {
                "Statuses of good responses, as in 2xx,302; others are errors. Redirects are not"
                        + " followed. Default: 2xx."
            })
    private @Nullable String statuses;

    @Option(
            names = "--expect-body",
            paramLabel = "TEXT",
            description = {
                "Text that the body of the first response must contain; checked once before the"
                        + " load."
            })
    private @Nullable String body;

    public boolean isGiven() {
        return statuses != null || body != null;
    }

    /// @throws SpecError when it is no list of statuses
    public ExpectedStatuses statuses() {
        return Optional.ofNullable(statuses)
                .map(list -> OptionValues.of("--expect-status", () -> ExpectedStatuses.of(list)))
                .orElse(ExpectedStatuses.DEFAULT);
    }

    /// @throws SpecError when it is empty, which every body contains
    public Optional<String> body() {
        if (body != null && body.isEmpty()) {
            throw new SpecError("--expect-body must not be empty");
        }
        return Optional.ofNullable(body);
    }
}

package dev.loombench.cli.option;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The options for the trials of a run: how many, and how long each measures.
public final class TrialOptions {
    @Option(
            names = "--trials",
            paramLabel = "N",
            description = {
                "Trials per variant, each in a new process or, for a URL, a round. Default: those of the"
                        + " experiment; of compare 4 to 10, until every comparison is decided or"
                        + " precise, within its budget."
            })
    private @Nullable String trials;

    @Option(
            names = {"-d", "--duration"},
            paramLabel = "TIME",
            description = {
                "Measured time per trial, as in 30s or 2m; a bare number is seconds. Default: that of the"
                        + " experiment, else 10s."
            })
    private @Nullable String duration;

    public Optional<String> trials() {
        return Optional.ofNullable(trials);
    }

    public Optional<String> duration() {
        return Optional.ofNullable(duration);
    }
}

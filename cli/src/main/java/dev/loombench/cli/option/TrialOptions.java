package dev.loombench.cli.option;

import dev.loombench.experiment.Defaults;
import dev.loombench.experiment.TrialCount;
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
                        + " experiment; of compare "
                        + Defaults.COMPARISON_TRIALS_MIN
                        + " to "
                        + Defaults.TRIALS_MAX
                        + ", until every comparison is decided or precise, or "
                        + TrialCount.BUDGET_MIN
                        + " or more that fit its budget."
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

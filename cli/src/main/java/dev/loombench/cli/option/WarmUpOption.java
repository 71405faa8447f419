package dev.loombench.cli.option;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The option for the warm-up of a server.
public final class WarmUpOption {
    @Option(
            names = "--warm-up",
            paramLabel = "TIME",
            description = {
                "Longest warm-up per process, which ends when the server is steady. Default: that of the"
                        + " experiment, else 15s; of services 1m, or longer with a longer --budget, and 8s in capacity."
            })
    private @Nullable String longest;

    public Optional<String> longest() {
        return Optional.ofNullable(longest);
    }
}

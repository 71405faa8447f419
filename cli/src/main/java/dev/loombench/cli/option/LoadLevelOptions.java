package dev.loombench.cli.option;

import dev.loombench.experiment.Defaults;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The options for how much load a run has: connections, or a rate.
public final class LoadLevelOptions {
    /// The names of the option for connections.
    public static final List<String> CONNECTIONS = List.of("--connections", "-c");

    @Option(
            names = {"-c", "--connections"},
            paramLabel = "N",
            description = {
                "Connections. Without --rate each is a user, who sends again after each response. In"
                        + " compare also several, as in 50,200,800: a comparison with each, and where"
                        + " a variant becomes better. Default: those of the experiment; of compare "
                        + Defaults.COMPARISON_USERS
                        + ", with --rate "
                        + Defaults.CONNECTIONS
                        + "."
            })
    private @Nullable String connections;

    @Option(
            names = {"-R", "--rate"},
            paramLabel = "RATE",
            description = {
                "Requests per second, as in 500 or 10k, whatever the server does. Default: that of the"
                        + " experiment; of compare none."
            })
    private @Nullable String rate;

    public Optional<String> connections() {
        return Optional.ofNullable(connections);
    }

    public Optional<String> rate() {
        return Optional.ofNullable(rate);
    }
}

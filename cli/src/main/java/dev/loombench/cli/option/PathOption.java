package dev.loombench.cli.option;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The option for the path of the requests.
public final class PathOption {
    public static final String NAME = "--path";

    @Option(
            names = NAME,
            paramLabel = "PATH",
            description =
                    "Path to request, with its query. Default: that of a URL or the experiment, else /.")
    private @Nullable String path;

    public Optional<String> path() {
        return Optional.ofNullable(path);
    }
}

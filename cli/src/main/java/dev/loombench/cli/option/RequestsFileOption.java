package dev.loombench.cli.option;

import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The option for a file with requests of the lab's own format.
public final class RequestsFileOption {
    public static final String NAME = "--requests-file";

    @Option(
            names = NAME,
            paramLabel = "FILE",
            description = {
                "YAML file with a mix of requests, in the form of \"requests\" and \"values\" under"
                        + " \"load\" in an experiment. A URL then has no path."
            })
    private @Nullable Path file;

    public Optional<Path> file() {
        return Optional.ofNullable(file);
    }
}

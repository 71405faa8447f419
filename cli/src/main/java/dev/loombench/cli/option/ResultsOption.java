package dev.loombench.cli.option;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/// The option for the folder of results.
public final class ResultsOption {
    @Option(
            names = "--results",
            paramLabel = "FOLDER",
            defaultValue = "results",
            description =
                    "Folder for results. Default: ${DEFAULT-VALUE}, below the current folder.")
    private Path folder = Path.of("results");

    public Path folder() {
        return folder;
    }
}

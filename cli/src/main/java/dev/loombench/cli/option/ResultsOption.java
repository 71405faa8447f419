package dev.loombench.cli.option;

import dev.loombench.text.TextSanitizer;
import dev.loombench.text.WrongInput;
import java.nio.file.Files;
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

    /// The folder, which may not exist yet.
    ///
    /// @throws WrongInput when its path is empty, or that of something else
    public Path folder() {
        if (folder.toString().isEmpty()) {
            throw new WrongInput("--results: the name of the folder is empty");
        }
        if (Files.exists(folder) && !Files.isDirectory(folder)) {
            throw new WrongInput(
                    "--results: %s is no folder".formatted(TextSanitizer.of(folder.toString())));
        }
        return folder;
    }
}

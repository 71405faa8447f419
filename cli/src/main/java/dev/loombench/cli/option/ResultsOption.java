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

    /// The folder, which may not exist yet, to write results.
    ///
    /// @throws WrongInput also where it cannot be created, or nothing in it
    public Path folderToWrite() {
        var given = folder();
        var existing = given.toAbsolutePath(); // behind a link, .. is the parent of its target
        for (var parent = existing.getParent();
                parent != null && !Files.exists(existing);
                parent = existing.getParent()) {
            existing = parent;
        }
        var shown = TextSanitizer.of(existing.toString());
        if (!Files.isDirectory(existing)) {
            throw new WrongInput("--results: %s is no folder".formatted(shown));
        }
        if (!Files.isWritable(existing)) {
            throw new WrongInput(
                    "--results: permission denied to write in %s; name another folder"
                            .formatted(shown));
        }
        return given;
    }
}

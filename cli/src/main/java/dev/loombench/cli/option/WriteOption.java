package dev.loombench.cli.option;

import dev.loombench.text.TextSanitizer;
import dev.loombench.text.WrongInput;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The option for a new file that a command writes.
public final class WriteOption {
    @Option(
            names = "--write",
            paramLabel = "FILE",
            description = {
                "New file: of compare and init for the experiment, which loombench run repeats; of plan"
                        + " for what starts agents, readable only by its owner. Default: of compare"
                        + " none, of init the name of the jar, of plan standard output."
            })
    private @Nullable Path file;

    public Optional<Path> file() {
        return Optional.ofNullable(file);
    }

    /// @throws WrongInput when the file exists
    public static void requireNew(Path file) {
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            throw exists(file);
        }
    }

    /// Whether a file exists with a text, as where the same command wrote it before.
    public static boolean has(Path file, String text) {
        try {
            return Files.isRegularFile(file) && Files.readString(file).equals(text);
        } catch (IOException e) {
            return false;
        }
    }

    /// Writes a new file.
    ///
    /// @param attributes that it has from its creation on
    /// @throws WrongInput when it exists, or cannot be written
    public static void write(Path file, String text, FileAttribute<?>... attributes) {
        try {
            Files.createFile(file, attributes);
            Files.writeString(file, text);
        } catch (FileAlreadyExistsException e) {
            throw exists(file);
        } catch (IOException e) {
            throw new WrongInput(
                    "cannot write %s: %s".formatted(TextSanitizer.of(file.toString()), e));
        }
    }

    private static WrongInput exists(Path file) {
        return new WrongInput(
                "%s exists already; name a new file".formatted(TextSanitizer.of(file.toString())));
    }
}

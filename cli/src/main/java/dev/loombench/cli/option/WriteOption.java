package dev.loombench.cli.option;

import dev.loombench.text.FileFault;
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

    /// Checks that a file may be written, before a command takes its time.
    ///
    /// @param option that names it
    /// @throws WrongInput when it is a folder, or its folder cannot be written to
    public static void requireFile(String option, Path file) {
        if (Files.isDirectory(file)) {
            throw new WrongInput(
                    "%s: %s is a folder; name a file"
                            .formatted(option, TextSanitizer.of(file.toString())));
        }
        var folder = file.toAbsolutePath().getParent();
        if (folder != null && !(Files.isDirectory(folder) && Files.isWritable(folder))) {
            throw new WrongInput(
                    "%s: %s is no folder to write to"
                            .formatted(option, TextSanitizer.of(folder.toString())));
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

    /// Writes a new file. None is left where it cannot be written as a whole.
    ///
    /// @param attributes that it has from its creation on
    /// @throws WrongInput when it exists, or cannot be written
    public static void write(Path file, String text, FileAttribute<?>... attributes) {
        try {
            Files.createFile(file, attributes);
        } catch (FileAlreadyExistsException e) {
            throw exists(file);
        } catch (IOException e) {
            throw unwritable(file, e);
        }
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            var failed = unwritable(file, e);
            try {
                Files.delete(file);
            } catch (IOException left) {
                failed.addSuppressed(left);
            }
            throw failed;
        }
    }

    private static WrongInput unwritable(Path file, IOException e) {
        return new WrongInput(
                "cannot write %s: %s"
                        .formatted(TextSanitizer.of(file.toString()), FileFault.of(e)));
    }

    private static WrongInput exists(Path file) {
        return new WrongInput(
                "%s exists already; name a new file".formatted(TextSanitizer.of(file.toString())));
    }
}

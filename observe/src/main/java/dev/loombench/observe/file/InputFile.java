package dev.loombench.observe.file;

import dev.loombench.text.FileFault;
import dev.loombench.text.TextSanitizer;
import dev.loombench.text.WrongInput;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Set;
import java.util.regex.Pattern;

/// A regular file that can be read twice.
///
/// @param name as the user gave it
/// @param path of the file, or of a copy of the standard input or of what a compressed file holds
public record InputFile(String name, Path path) {
    /// More than a dump, a log or a recording should have.
    public static final long MOST_BYTES = 1L << 30;

    private static final String INPUT = "-";

    private static final Set<String> INPUTS =
            Set.of(INPUT, "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0");

    private static final Pattern OPENED = Pattern.compile("/(?:dev|proc/self)/fd/\\d{1,9}");

    /// Whether a word names the standard input.
    public static boolean isInput(String word) {
        return INPUTS.contains(word);
    }

    /// Whether a word names what a shell has opened for this process, as for `<(jcmd 1
    /// Thread.print)`: it can be read once.
    public static boolean isOpened(String word) {
        return OPENED.matcher(word).matches();
    }

    /// A copy of what a shell has opened for this process.
    ///
    /// @param copy a file to write
    /// @throws WrongInput when it is not open, is empty or too long
    public static InputFile ofOpened(String word, Path copy) throws IOException {
        var quoted = TextSanitizer.quoted(word);
        try (var in = Files.newInputStream(Path.of(word))) {
            return copy(word, quoted, in, copy, MOST_BYTES);
        } catch (NoSuchFileException _) {
            throw new WrongInput("no file " + quoted);
        }
    }

    /// A file. A link is followed; a pipe, a device or a folder is none.
    ///
    /// @throws WrongInput when there is none, or it is empty
    public static InputFile of(String word) {
        var quoted = TextSanitizer.quoted(word);
        try {
            var path = Path.of(word);
            if (!Files.exists(path)) {
                throw new WrongInput(
                        "no file %s, and no process id either: inspect needs a PID, or files"
                                .formatted(quoted));
            }
            if (Files.isDirectory(path)) {
                throw new WrongInput(
                        "%s is a folder; give the files in it, or an archive of them"
                                .formatted(quoted));
            }
            if (!Files.isRegularFile(path)) {
                throw new WrongInput(
                        "%s is no regular file; to read from a pipe, give it as standard input: loombench inspect - < PIPE"
                                .formatted(quoted));
            }
            if (!Files.isReadable(path)) {
                throw new WrongInput("%s is not readable for this user".formatted(quoted));
            }
            checkContent(quoted, Files.size(path));
            return new InputFile(word, path);
        } catch (InvalidPathException e) {
            throw new WrongInput("cannot read %s: %s".formatted(quoted, e.getReason()));
        } catch (IOException e) {
            throw new WrongInput("cannot read %s: %s".formatted(quoted, FileFault.of(e)));
        }
    }

    /// A copy of the standard input.
    ///
    /// @param copy a file to write
    /// @throws WrongInput when it is empty or too long
    public static InputFile ofInput(InputStream in, Path copy) throws IOException {
        return copy(INPUT, "the standard input", in, copy, MOST_BYTES);
    }

    /// A copy of what is read, which ends at the limit.
    ///
    /// @param what is read, for messages
    /// @param copy a file to write
    /// @throws WrongInput when it is empty or longer than the limit
    public static InputFile copy(
            String name, String what, InputStream in, Path copy, long mostBytes)
            throws IOException {
        try (var out = Files.newOutputStream(copy)) {
            var buffer = new byte[1 << 16];
            long size = 0;
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                out.write(buffer, 0, (int) Math.min(read, mostBytes - size));
                size += read;
                if (size > mostBytes) {
                    break;
                }
            }
            checkSize(what, size, mostBytes);
        }
        return new InputFile(name, copy);
    }

    /// @throws WrongInput when it is larger than a dump, a log or a recording should be
    void checkSize() throws IOException {
        checkSize(FileReading.quoted(this), Files.size(path), MOST_BYTES);
    }

    private static void checkContent(String what, long size) {
        if (size == 0) {
            throw new WrongInput(what + " is empty");
        }
    }

    private static void checkSize(String what, long size, long mostBytes) {
        checkContent(what, size);
        if (size > mostBytes) {
            throw new WrongInput(
                    "%s has more than %,d MiB; give the part that matters"
                            .formatted(what, mostBytes >> 20));
        }
    }

    /// @throws WrongInput where it has gone meanwhile
    public InputStream open() throws IOException {
        try {
            return Files.newInputStream(path);
        } catch (NoSuchFileException e) {
            throw new WrongInput("no file " + TextSanitizer.quoted(name));
        }
    }
}

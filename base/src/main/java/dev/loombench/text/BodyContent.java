package dev.loombench.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/// The body of a request as `--body` gives it: a text, or `@` and the file that has its bytes.
public final class BodyContent {
    private BodyContent() {}

    /// @throws WrongInput when the file cannot be read, or is larger than 64 MiB
    public static byte[] of(String given) {
        return given.startsWith("@") ? ofFile("--body", given.substring(1)) : given.getBytes(UTF_8);
    }

    /// @param option that names the file
    /// @throws WrongInput when it cannot be read, or is larger than 64 MiB
    public static byte[] ofFile(String option, String file) {
        if (file.isEmpty()) {
            throw new WrongInput(option + " names no file after the @");
        }
        try {
            return TextFile.opened(Path.of(file), TextFile.MAX_BYTES);
        } catch (IOException e) {
            throw wrong(option, TextSanitizer.of(file) + ": " + FileFault.of(e));
        } catch (WrongInput | InvalidPathException e) {
            throw wrong(option, String.valueOf(e.getMessage()));
        }
    }

    private static WrongInput wrong(String option, String problem) {
        return new WrongInput("%s names a file that cannot be read: %s".formatted(option, problem));
    }
}

package dev.loombench.text;

import static java.nio.charset.StandardCharsets.UTF_8;

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
        try {
            return TextFile.bytes(Path.of(file), TextFile.MAX_BYTES);
        } catch (WrongInput | InvalidPathException e) {
            throw new WrongInput(
                    "%s names a file that cannot be read: %s".formatted(option, e.getMessage()));
        }
    }
}

package dev.loombench.text;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/// The body of a request as `--body` gives it: a text, or `@` and the file that has it.
public final class BodyText {
    private BodyText() {}

    /// @throws WrongInput when the file cannot be read, is larger than 64 MiB, or is not UTF-8
    public static String of(String given) {
        if (!given.startsWith("@")) {
            return given;
        }
        byte[] bytes;
        try {
            bytes = TextFile.bytes(Path.of(given.substring(1)), TextFile.MAX_BYTES);
        } catch (WrongInput | InvalidPathException e) {
            throw new WrongInput("--body names a file that cannot be read: " + e.getMessage());
        }
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException _) {
            throw new WrongInput(
                    "--body: %s has bytes that are not UTF-8, and bodies are sent as text: images, archives and messages of protobuf cannot be sent"
                            .formatted(TextSanitizer.of(given.substring(1))));
        }
    }
}

package dev.loombench.spec.text;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// Reads a whole file of UTF-8 text, up to a limit that also holds for devices and pipes.
public final class TextFile {
    /// Maximum size of a body or a CSV file.
    public static final int MAX_BYTES = 64 << 20;

    private TextFile() {}

    /// @throws SpecError when the file is larger than 64 MiB, is not UTF-8 or cannot be read
    public static String read(Path file) {
        return read(file, MAX_BYTES);
    }

    /// @throws SpecError when the file is larger than the limit, is not UTF-8 or cannot be read
    public static String read(Path file, int maxBytes) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes(file, maxBytes)))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new SpecError(
                    "%s: is not %s text"
                            .formatted(TextSanitizer.of(file.toString()), StandardCharsets.UTF_8));
        }
    }

    /// @throws SpecError when the file is larger than the limit or cannot be read
    public static byte[] bytes(Path file, int maxBytes) {
        var label = TextSanitizer.of(file.toString());
        try (var in = Files.newInputStream(file)) {
            var bytes = in.readNBytes(maxBytes + 1);
            if (bytes.length > maxBytes) {
                throw new SpecError("%s: is larger than %,d bytes".formatted(label, maxBytes));
            }
            return bytes;
        } catch (IOException e) {
            throw new SpecError(label + ": cannot be read: " + e);
        }
    }
}

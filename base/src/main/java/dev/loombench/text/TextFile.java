package dev.loombench.text;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.zip.GZIPInputStream;

/// Reads a whole file of UTF-8 text, up to a limit that also holds for devices and pipes. A byte
/// order mark, as Windows writes it, is no part of the text.
public final class TextFile {
    /// Maximum size of a body or a CSV file.
    public static final int MAX_BYTES = 64 << 20;

    /// The first bytes of a gzip file (RFC 1952).
    private static final byte GZIP_1 = 0x1f;

    private static final byte GZIP_2 = (byte) 0x8b;

    private static final String BYTE_ORDER_MARK = "\uFEFF";

    private TextFile() {}

    /// @throws WrongInput when the file is larger than 64 MiB, is not UTF-8 or cannot be read
    public static String read(Path file) {
        return read(file, MAX_BYTES);
    }

    /// @throws WrongInput when the file is larger than the limit, is not UTF-8 or cannot be read
    public static String read(Path file, int maxBytes) {
        return text(bytes(file, maxBytes))
                .map(TextFile::withoutMark)
                .orElseThrow(() ->
                        new WrongInput(
                                "%s: is not %s text"
                                        .formatted(
                                                TextSanitizer.of(file.toString()),
                                                StandardCharsets.UTF_8)));
    }

    private static String withoutMark(String text) {
        return text.startsWith(BYTE_ORDER_MARK) ? text.substring(BYTE_ORDER_MARK.length()) : text;
    }

    /// The text that bytes are in UTF-8, with a byte order mark; empty where they are none.
    public static Optional<String> text(byte[] bytes) {
        try {
            return Optional.of(
                    StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
        } catch (CharacterCodingException _) {
            return Optional.empty();
        }
    }

    /// The bytes of a file, which may be compressed by gzip.
    ///
    /// @param maxBytes also of its content
    /// @throws WrongInput when the file or its content is larger than the limit or cannot be read
    public static byte[] unpacked(Path file, int maxBytes) {
        var bytes = bytes(file, maxBytes);
        if (bytes.length < 2 || bytes[0] != GZIP_1 || bytes[1] != GZIP_2) {
            return bytes;
        }
        var label = TextSanitizer.of(file.toString());
        try (var in = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
            return limited(in, maxBytes, label + ": its content");
        } catch (IOException e) {
            throw new WrongInput(label + ": cannot be unpacked: " + FileFault.of(e));
        }
    }

    /// @throws WrongInput when the file is larger than the limit or cannot be read
    public static byte[] bytes(Path file, int maxBytes) {
        try {
            return opened(file, maxBytes);
        } catch (IOException e) {
            throw new WrongInput(
                    "%s: cannot be read: %s"
                            .formatted(TextSanitizer.of(file.toString()), FileFault.of(e)));
        }
    }

    /// @throws WrongInput when the file is larger than the limit
    /// @throws IOException when it cannot be read
    static byte[] opened(Path file, int maxBytes) throws IOException {
        try (var in = Files.newInputStream(file)) {
            return limited(in, maxBytes, TextSanitizer.of(file.toString()) + ":");
        }
    }

    private static byte[] limited(InputStream in, int maxBytes, String subject) throws IOException {
        var bytes = in.readNBytes(maxBytes + 1);
        if (bytes.length > maxBytes) {
            throw new WrongInput("%s is larger than %,d bytes".formatted(subject, maxBytes));
        }
        return bytes;
    }
}

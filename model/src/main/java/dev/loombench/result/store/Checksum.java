package dev.loombench.result.store;

import dev.loombench.base.Sha256;
import java.nio.charset.StandardCharsets;

/// SHA-256 in lower-case hexadecimal, as `sha256sum` prints it.
public final class Checksum {
    /// Number of characters.
    static final int LENGTH = 64;

    private Checksum() {}

    public static String of(byte[] content) {
        return Sha256.of(content);
    }

    public static String of(String text) {
        return of(text.getBytes(StandardCharsets.UTF_8));
    }
}

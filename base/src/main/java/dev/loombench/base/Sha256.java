package dev.loombench.base;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// SHA-256 in lower-case hexadecimal, as `sha256sum` prints it.
public final class Sha256 {
    private Sha256() {}

    /// @return the checksum of bytes, of 64 characters
    public static String of(byte[] content) {
        return HexFormat.of().formatHex(digest().digest(content));
    }

    /// A new digest, for content that comes in parts.
    public static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}

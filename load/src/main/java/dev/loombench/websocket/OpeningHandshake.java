package dev.loombench.websocket;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/// The request with which a client opens a connection.
///
/// Source: RFC 6455, sections 1.3 and 4.1.
public final class OpeningHandshake {
    /// Headers that the handshake itself has.
    private static final Set<String> GENERATED =
            Set.of(
                    "connection",
                    "upgrade",
                    "sec-websocket-key",
                    "sec-websocket-version",
                    "sec-websocket-extensions");

    /// What the server appends to the key before it is hashed.
    private static final String GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

    private static final int KEY_BYTES = 16;

    /// The header that has the key.
    public static final String KEY = "Sec-WebSocket-Key";

    private OpeningHandshake() {}

    /// Whether a header is written by the handshake, and cannot be given.
    ///
    /// @param name in lower case
    public static boolean isGenerated(String name) {
        return GENERATED.contains(name);
    }

    /// The key of a connection, 24 characters.
    ///
    /// @param high with `low` 128 random bits
    public static String key(long high, long low) {
        var bytes = new byte[KEY_BYTES];
        for (int i = 0; i < Long.BYTES; i++) {
            bytes[i] = (byte) (high >>> (56 - 8 * i));
            bytes[Long.BYTES + i] = (byte) (low >>> (56 - 8 * i));
        }
        return Base64.getEncoder().encodeToString(bytes);
    }

    /// The headers that a GET request has in addition to its own.
    public static Map<String, String> headers(String key) {
        var headers = new LinkedHashMap<String, String>();
        headers.put("Upgrade", "websocket");
        headers.put("Connection", "Upgrade");
        headers.put(KEY, key);
        headers.put("Sec-WebSocket-Version", "13");
        return headers;
    }

    /// The value of `Sec-WebSocket-Accept` with which a server shows that it has understood.
    public static String accept(String key) {
        try {
            var hash = MessageDigest.getInstance("SHA-1").digest((key + GUID).getBytes(US_ASCII));
            return Base64.getEncoder().encodeToString(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // every Java platform has SHA-1
        }
    }
}

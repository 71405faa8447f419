package dev.loombench.traffic;

import dev.loombench.text.WrongInput;
import java.util.Base64;
import java.util.regex.Pattern;

/// The messages on the connections of WebSocket.
///
/// @param greetings messages that the server sends on each connection once it is open, and before
///   which nothing is sent
/// @param binary whether messages are sent as binary ones, whose bytes are given in Base64
public record WebSocketPolicy(int greetings, boolean binary) {
    /// No greetings, and texts.
    public static final WebSocketPolicy DEFAULT = new WebSocketPolicy(0, false);

    public static final int MAX_GREETINGS = 1_000;

    /// Base64 in a file has line breaks.
    private static final Pattern SPACE = Pattern.compile("\\s+");

    public WebSocketPolicy {
        if (greetings < 0 || greetings > MAX_GREETINGS) {
            throw new WrongInput(
                    "greetings must be between 0 and %,d, was %,d"
                            .formatted(MAX_GREETINGS, greetings));
        }
    }

    /// The bytes of a binary message.
    ///
    /// @param base64 also with white space
    /// @throws WrongInput when it is no Base64
    public static byte[] payload(String base64) {
        try {
            return Base64.getDecoder().decode(SPACE.matcher(base64).replaceAll(""));
        } catch (IllegalArgumentException e) {
            throw new WrongInput(
                    "a binary message of WebSocket is given in Base64: " + e.getMessage());
        }
    }
}

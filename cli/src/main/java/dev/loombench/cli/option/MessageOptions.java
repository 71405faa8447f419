package dev.loombench.cli.option;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.loombench.experiment.Defaults;
import dev.loombench.load.option.OptionValues;
import dev.loombench.text.TextFile;
import dev.loombench.text.WrongInput;
import dev.loombench.traffic.WebSocketPolicy;
import java.util.Base64;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The options for the messages of WebSocket.
public final class MessageOptions {
    private static final String GREETINGS = "--ws-greetings";
    private static final String BINARY = "--ws-binary";

    @Option(
            names = GREETINGS,
            paramLabel = "N",
            description = {
                "WebSocket: messages that the server sends on each connection once it is open. A connection is"
                        + " used after them; they count as no response. Default: 0."
            })
    private @Nullable String greetings;

    @Option(
            names = BINARY,
            description = {
                "WebSocket: send binary messages, whose bytes are --body in Base64. Default: texts."
            })
    private boolean binary;

    /// The first of these options that is given; empty where none is.
    public Optional<String> first() {
        return greetings != null ? Optional.of(GREETINGS) : Optional.of(BINARY).filter(_ -> binary);
    }

    /// What the options say; empty where none is given.
    ///
    /// @param webSocket whether the load is one of WebSocket
    /// @param expected what they go with, in words
    /// @throws WrongInput when an option is wrong, or the load is another one
    public Optional<WebSocketPolicy> given(boolean webSocket, String expected) {
        var first = first();
        if (first.isEmpty()) {
            return Optional.empty();
        }
        if (!webSocket) {
            throw new WrongInput("%s goes with %s".formatted(first.get(), expected));
        }
        int count = greetings == null ? 0 : OptionValues.count(GREETINGS, greetings);
        return Optional.of(OptionValues.of(GREETINGS, () -> new WebSocketPolicy(count, binary)));
    }

    /// The message of a content, which may be in Base64 already where messages are binary.
    ///
    /// @throws WrongInput when it is no text, as messages must be
    public String message(byte[] content) {
        return TextFile.text(content)
                .orElseGet(() -> {
                    if (!binary) {
                        throw new WrongInput(
                                "a text of WebSocket is in UTF-8, and --body has other bytes, which "
                                        + BINARY
                                        + " sends");
                    }
                    return Base64.getEncoder().encodeToString(content);
                });
    }

    /// The message to send where no option gives one, as `--body` would.
    public String defaultMessage() {
        return binary
                ? Base64.getEncoder().encodeToString(Defaults.LINE.getBytes(UTF_8))
                : Defaults.LINE;
    }
}

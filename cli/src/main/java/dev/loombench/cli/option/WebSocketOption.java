package dev.loombench.cli.option;

import picocli.CommandLine.Option;

/// The option for WebSocket where the URLs are those of services, and not of a load.
public final class WebSocketOption {
    public static final String NAME = "--websocket";

    @Option(
            names = NAME,
            description = {
                "Connections of WebSocket: path and headers are those of the handshake, and --body is the"
                        + " message that is sent again and again. Default message: \"Hello world!\"."
            })
    private boolean webSocket;

    public boolean isGiven() {
        return webSocket;
    }
}

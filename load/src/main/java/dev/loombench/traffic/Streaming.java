package dev.loombench.traffic;

import com.fasterxml.jackson.annotation.JsonValue;

/// What follows an HTTP request on its connection in place of a single response.
public enum Streaming {
    /// Server-sent events: the content of the response.
    EVENTS("events"),
    /// WebSocket: the request opens the connection, and messages follow in both directions.
    WEBSOCKET("websocket");

    private final String label;

    Streaming(String label) {
        this.label = label;
    }

    /// The name in experiments and results.
    @JsonValue
    public String label() {
        return label;
    }
}

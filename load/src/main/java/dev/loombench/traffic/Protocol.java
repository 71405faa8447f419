package dev.loombench.traffic;

import com.fasterxml.jackson.annotation.JsonValue;

/// The format of requests and responses on a connection.
public enum Protocol {
    /// HTTP/1.1.
    HTTP("http"),
    /// gRPC over HTTP/2, of servers: a load calls them by requests of HTTP.
    GRPC("grpc"),
    /// Each request and each response is a line of text that ends with a line feed.
    LINE("line");

    private final String label;

    Protocol(String label) {
        this.label = label;
    }

    /// The name in experiments and in `server.json`.
    @JsonValue
    public String label() {
        return label;
    }
}

package dev.loombench.spec.load;

import com.fasterxml.jackson.annotation.JsonValue;

/// What a request and its answer look like on a connection.
public enum Protocol {
    /// HTTP/1.1.
    HTTP("http"),
    /// A line of text goes out and a line comes back, each ended by a line feed.
    LINE("line");

    private final String label;

    Protocol(String label) {
        this.label = label;
    }

    /// As it stands in an experiment and in a server's description.
    @JsonValue
    public String label() {
        return label;
    }
}

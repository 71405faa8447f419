package dev.loombench.zoo.work;

import java.nio.charset.StandardCharsets;

/// A response: an HTTP status and a line of plain text.
public record WorkResponse(int status, String text) {
    public static final String CONTENT_TYPE = "text/plain;charset=utf-8";

    public static WorkResponse ok(String text) {
        return new WorkResponse(200, text);
    }

    public byte[] body() {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}

package dev.loombench.requests;

import java.util.ArrayList;
import java.util.List;

/// A form of parts, as `-F` and `--form-string` of `curl` describe it.
///
/// Source: RFC 7578.
final class CurlForm {
    private static final String BOUNDARY = "------------------------loombench";

    private final List<CurlFormPart> parts = new ArrayList<>();

    void add(CurlFormPart part) {
        parts.add(part);
    }

    boolean isEmpty() {
        return parts.isEmpty();
    }

    /// @param type as in `multipart/form-data`
    String contentType(String type) {
        return type + "; boundary=" + boundary();
    }

    String body() {
        var line = "--" + boundary();
        var body = new StringBuilder();
        parts.forEach(part -> body.append(line).append("\r\n").append(part.text()));
        return body.append(line).append("--\r\n").toString();
    }

    /// A text that no part contains.
    private String boundary() {
        var boundary = BOUNDARY;
        for (int i = 0; contain(boundary); i++) {
            boundary = BOUNDARY + i;
        }
        return boundary;
    }

    private boolean contain(String boundary) {
        return parts.stream().anyMatch(part -> part.text().contains(boundary));
    }
}

package dev.loombench.requests;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;

/// A form of parts, as `-F` and `--form-string` of `curl` describe it.
///
/// Source: RFC 7578.
final class CurlForm {
    private static final String BOUNDARY = "------------------------loombench";
    private static final byte[] LINE_END = {'\r', '\n'};

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

    byte[] body() {
        var line = ("--" + boundary()).getBytes(US_ASCII);
        var body = new ByteArrayOutputStream();
        for (var part : parts) {
            body.writeBytes(line);
            body.writeBytes(LINE_END);
            body.writeBytes(part.bytes());
        }
        body.writeBytes(line);
        body.writeBytes("--".getBytes(US_ASCII));
        body.writeBytes(LINE_END);
        return body.toByteArray();
    }

    /// A text that no part contains.
    private String boundary() {
        var boundary = BOUNDARY;
        for (int i = 0; contain(boundary); i++) {
            boundary = BOUNDARY + i;
        }
        return boundary;
    }

    /// Read as ISO 8859-1, in which a character stands for each byte.
    private boolean contain(String boundary) {
        return parts.stream()
                .anyMatch(part -> new String(part.bytes(), ISO_8859_1).contains(boundary));
    }
}

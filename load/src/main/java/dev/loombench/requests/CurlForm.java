package dev.loombench.requests;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.loombench.requests.secret.RequestSecrets;
import dev.loombench.text.TextFile;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// A form of parts, as `-F` and `--form-string` of `curl` describe it.
///
/// Source: RFC 7578.
final class CurlForm {
    private static final String BOUNDARY = "------------------------loombench";
    private static final String LINE_END = "\r\n";

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

    /// The body as a template. Content that is no text is a value, with a mark in its place while
    /// secrets are looked for in the rest. Where that is a secret itself, all is read as bytes.
    String body(RequestSecrets secrets) {
        var line = "--" + boundary();
        var text = new StringBuilder();
        var contents = new ArrayList<byte[]>();
        for (var part : parts) {
            var content = TextFile.text(part.content());
            text.append(line).append(LINE_END).append(part.head());
            text.append(content.orElseGet(() -> mark(contents.size()))).append(LINE_END);
            if (content.isEmpty()) {
                contents.add(part.content());
            }
        }
        var body = text.append(line).append("--\r\n").toString();
        var shown = RequestSecrets.maskedBody(body);
        if (!IntStream.range(0, contents.size()).allMatch(i -> shown.contains(mark(i)))) {
            return secrets.content(bytes());
        }
        var template = secrets.body(body);
        for (int i = 0; i < contents.size(); i++) {
            template = template.replace(mark(i), secrets.content(contents.get(i)));
        }
        return template;
    }

    /// A text that no part contains.
    private String mark(int number) {
        return "(%d)%s".formatted(number, boundary());
    }

    private byte[] bytes() {
        var line = "--" + boundary();
        var bytes = new ByteArrayOutputStream();
        for (var part : parts) {
            bytes.writeBytes((line + LINE_END + part.head()).getBytes(UTF_8));
            bytes.writeBytes(part.content());
            bytes.writeBytes(LINE_END.getBytes(UTF_8));
        }
        bytes.writeBytes((line + "--\r\n").getBytes(UTF_8));
        return bytes.toByteArray();
    }

    /// A text that no part contains.
    private String boundary() {
        var boundary = BOUNDARY;
        for (int i = 0; contain(boundary); i++) {
            boundary = BOUNDARY + i;
        }
        return boundary;
    }

    /// Content is read as ISO 8859-1, in which a character stands for each byte.
    private boolean contain(String boundary) {
        return parts.stream()
                .anyMatch(part ->
                        part.head().contains(boundary)
                                || new String(part.content(), ISO_8859_1).contains(boundary));
    }
}

package dev.loombench.spec.requests;

import dev.loombench.spec.text.SpecError;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// The parts of a form, as `-F` and `--form-string` of `curl` describe them.
///
/// Source: RFC 7578.
final class CurlForm {
    private static final String BOUNDARY = "------------------------loombench";

    private static final Pattern TYPE = Pattern.compile(";\\s*+type=([^;\\s\"]++)\\s*+$");

    private final List<Part> parts = new ArrayList<>();

    private record Part(String name, Optional<String> type, String content) {
        String text() {
            return "Content-Disposition: form-data; name=\"%s\"\r\n%s\r\n%s\r\n"
                    .formatted(
                            name.replace("\"", "%22"),
                            type.map(t -> "Content-Type: " + t + "\r\n").orElse(""),
                            content);
        }
    }

    /// `name=content`, after which `;type=text/plain` may follow.
    ///
    /// @throws SpecError when it is no part, or names a file
    void add(String part) {
        var content = content(part);
        if (content.startsWith("@") || content.startsWith("<")) {
            throw new SpecError("-F names a file, which is not read; put its text in its place");
        }
        var type = TYPE.matcher(content);
        boolean typed = type.find();
        var text = typed ? content.substring(0, type.start()) : content;
        boolean quoted = text.length() > 1 && text.startsWith("\"") && text.endsWith("\"");
        parts.add(
                new Part(
                        name(part),
                        typed ? Optional.of(type.group(1)) : Optional.empty(),
                        quoted ? text.substring(1, text.length() - 1) : text));
    }

    /// `name=content`, in which nothing has a meaning.
    void addText(String part) {
        parts.add(new Part(name(part), Optional.empty(), content(part)));
    }

    private static String name(String part) {
        return part.substring(0, part.indexOf('='));
    }

    private static String content(String part) {
        int equals = part.indexOf('=');
        if (equals < 1) {
            throw new SpecError("a part of a form must be like name=content");
        }
        return part.substring(equals + 1);
    }

    boolean isEmpty() {
        return parts.isEmpty();
    }

    String contentType() {
        return "multipart/form-data; boundary=" + boundary();
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

package dev.loombench.requests;

import dev.loombench.text.WrongInput;
import java.util.Optional;

/// A part of a form, as `-F` of `curl` describes it: `name=content`, after which `;type=TYPE` and
/// `;filename=NAME` may follow. Content with a `;` is in double quotes.
///
/// Source: https://curl.se/docs/manpage.html#-F.
record CurlFormPart(String name, Optional<String> filename, Optional<String> type, String content) {

    /// @throws WrongInput when it is no part, names a file, or has what is not supported
    static CurlFormPart of(String part) {
        return new Parser(content(part)).part(name(part));
    }

    /// `name=content`, in which nothing has a meaning.
    static CurlFormPart ofText(String part) {
        return new CurlFormPart(name(part), Optional.empty(), Optional.empty(), content(part));
    }

    private static String name(String part) {
        return part.substring(0, part.indexOf('='));
    }

    private static String content(String part) {
        int equals = part.indexOf('=');
        if (equals < 1) {
            throw new WrongInput("a part of a form must be like name=content");
        }
        return part.substring(equals + 1);
    }

    /// As in a body, with its headers.
    String text() {
        return "Content-Disposition: form-data; name=\"%s\"%s\r\n%s\r\n%s\r\n"
                .formatted(
                        escaped(name),
                        filename.map(f -> "; filename=\"" + escaped(f) + '"').orElse(""),
                        type.map(t -> "Content-Type: " + t + "\r\n").orElse(""),
                        content);
    }

    private static String escaped(String name) {
        return name.replace("\"", "%22").replace("\r", "%0D").replace("\n", "%0A");
    }

    /// Reads what follows the name, in the manner of curl.
    private static final class Parser {
        private final String text;
        private int at;

        Parser(String text) {
            this.text = text;
        }

        CurlFormPart part(String name) {
            if (text.startsWith("@") || text.startsWith("<")) {
                throw new WrongInput(
                        "-F names a file, which is not read; put its text in its place");
            }
            if (text.startsWith("(")) {
                throw new WrongInput("parts within a part of -F are not supported");
            }
            var content = word();
            var filename = Optional.<String>empty();
            var type = Optional.<String>empty();
            while (at < text.length()) {
                at++;
                skipSpaces();
                if (type.isEmpty() && skip("type=")) {
                    skipSpaces();
                    type = Optional.of(upToSemicolon().strip());
                } else if (skip("filename=")) {
                    filename = Optional.of(word());
                } else if (skip("headers=") || skip("encoder=")) {
                    throw new WrongInput("headers= and encoder= of -F are not supported");
                } else {
                    var further = upToSemicolon().strip(); // of the type; else curl skips it
                    type = type.map(t -> t + "; " + further);
                }
            }
            return new CurlFormPart(name, filename, type, content);
        }

        private boolean skip(String prefix) {
            boolean found = text.regionMatches(true, at, prefix, 0, prefix.length());
            at += found ? prefix.length() : 0;
            return found;
        }

        private void skipSpaces() {
            while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
                at++;
            }
        }

        private String upToSemicolon() {
            int semicolon = text.indexOf(';', at);
            int end = semicolon < 0 ? text.length() : semicolon;
            var part = text.substring(at, end);
            at = end;
            return part;
        }

        /// In double quotes, in which a backslash precedes `"` and itself, or up to a `;`.
        private String word() {
            skipSpaces();
            if (!text.startsWith("\"", at)) {
                return upToSemicolon().stripTrailing();
            }
            int start = at++;
            var quoted = new StringBuilder();
            while (at < text.length() && text.charAt(at) != '"') {
                boolean escape = text.startsWith("\\\\", at) || text.startsWith("\\\"", at);
                at += escape ? 1 : 0;
                quoted.append(text.charAt(at++));
            }
            if (at == text.length()) { // without its other quote it is none
                at = start;
                return upToSemicolon().stripTrailing();
            }
            var _ = upToSemicolon(); // curl skips it
            return quoted.toString();
        }
    }
}

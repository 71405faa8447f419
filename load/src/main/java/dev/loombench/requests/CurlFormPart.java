package dev.loombench.requests;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.loombench.text.BodyContent;
import dev.loombench.text.WrongInput;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// A part of a form, as `-F` of `curl` describes it: `name=content`, `name=@FILE` for a file with
/// its name, or `name=<FILE` for its content alone, after which `;type=TYPE` and `;filename=NAME`
/// may follow. Content with a `;` is in double quotes.
///
/// Source: https://curl.se/docs/manpage.html#-F.
final class CurlFormPart {
    private static final String TEXT = "text/plain";

    /// The types that curl tells by the end of a file's name.
    ///
    /// Source: curl, `Curl_mime_contenttype` in lib/mime.c.
    private static final Map<String, String> TYPES =
            Map.of(
                    "gif", "image/gif",
                    "jpg", "image/jpeg",
                    "jpeg", "image/jpeg",
                    "png", "image/png",
                    "svg", "image/svg+xml",
                    "txt", TEXT,
                    "htm", "text/html",
                    "html", "text/html",
                    "pdf", "application/pdf",
                    "xml", "application/xml");

    private static final String OTHER_TYPE = "application/octet-stream";

    private final String name;
    private final Optional<String> filename;
    private final Optional<String> type;
    private final byte[] content;

    private CurlFormPart(
            String name, Optional<String> filename, Optional<String> type, byte[] content) {
        this.name = name;
        this.filename = filename;
        this.type = type;
        this.content = content;
    }

    /// @throws WrongInput when it is no part, names a file that cannot be read, or has what is not
    ///   supported
    static CurlFormPart of(String part) {
        return new Parser(content(part)).part(name(part));
    }

    /// `name=content`, in which nothing has a meaning.
    static CurlFormPart ofText(String part) {
        var content = content(part).getBytes(UTF_8);
        return new CurlFormPart(name(part), Optional.empty(), Optional.empty(), content);
    }

    /// @param part with a `=`
    private static String name(String part) {
        return part.substring(0, part.indexOf('='));
    }

    /// @throws WrongInput when it has no name
    private static String content(String part) {
        int equals = part.indexOf('=');
        if (equals < 1) {
            throw new WrongInput("a part of a form must be like name=content");
        }
        return part.substring(equals + 1);
    }

    /// Its headers as in a body, with the empty line after them.
    String head() {
        return "Content-Disposition: form-data; name=\"%s\"%s\r\n%s\r\n"
                .formatted(
                        escaped(name),
                        filename.map(f -> "; filename=\"" + escaped(f) + '"').orElse(""),
                        type.map(t -> "Content-Type: " + t + "\r\n").orElse(""));
    }

    byte[] content() {
        return content;
    }

    private static String escaped(String name) {
        return name.replace("\"", "%22").replace("\r", "%0D").replace("\n", "%0A");
    }

    /// Reads what follows the name, in the manner of curl.
    private static final class Parser {
        private final String text;
        private int at;
        private Optional<String> filename = Optional.empty();
        private Optional<String> type = Optional.empty();

        Parser(String text) {
            this.text = text;
        }

        CurlFormPart part(String name) {
            if (text.startsWith("(")) {
                throw new WrongInput("parts within a part of -F are not supported");
            }
            boolean isFile = text.startsWith("@");
            boolean isContent = text.startsWith("<");
            at = isFile || isContent ? 1 : 0;
            var word = word();
            if (isFile && word.contains(",") && !text.startsWith("@\"")) {
                throw new WrongInput(
                        "several files in one part of -F are not supported; give each an -F, and quote a name with a comma");
            }
            options();
            var shown = filename.or(() -> isFile ? Optional.of(lastName(word)) : Optional.empty());
            var file = isFile || isContent ? Optional.of(word) : Optional.<String>empty();
            return new CurlFormPart(
                    name,
                    shown,
                    type.or(() -> guessedType(shown, file)),
                    file.map(Parser::contentOf).orElseGet(() -> word.getBytes(UTF_8)));
        }

        private void options() {
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
        }

        private static byte[] contentOf(String file) {
            if (file.equals("-")) {
                throw new WrongInput("-F names standard input, which is not read; name a file");
            }
            return BodyContent.ofFile("-F", file);
        }

        private static String lastName(String file) {
            return file.substring(file.lastIndexOf('/') + 1);
        }

        /// The type that curl adds where none is given: by the name that is sent, else by that of
        /// the file; a text without a name has none.
        private static Optional<String> guessedType(Optional<String> shown, Optional<String> file) {
            var known = shown.flatMap(Parser::typeOf).or(() -> file.flatMap(Parser::typeOf));
            return known.isEmpty()
                    ? shown.filter(_ -> file.isPresent()).map(_ -> OTHER_TYPE)
                    : known.filter(type -> shown.isPresent() || !type.equals(TEXT));
        }

        private static Optional<String> typeOf(String file) {
            var ending = file.substring(file.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
            return file.contains(".") ? Optional.ofNullable(TYPES.get(ending)) : Optional.empty();
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

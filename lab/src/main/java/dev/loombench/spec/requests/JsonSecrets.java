package dev.loombench.spec.requests;

import dev.loombench.spec.text.SecretNames;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/// The secrets of a JSON text: strings and numbers below a key that names secrets, and strings that
/// contain secrets. The text may be several documents, or incomplete.
final class JsonSecrets {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();
    private static final String ENDS = " \t\r\n,:{}[]\"";

    private final String text;
    private final List<SecretText> found = new ArrayList<>();

    /// The secret key whose value is next.
    private @Nullable String next;

    /// The secret key of an enclosing object or list.
    private @Nullable String enclosing;

    /// Objects and lists that are open within the value of `enclosing`, itself included.
    private int depth;

    private JsonSecrets(String text) {
        this.text = text;
    }

    static List<SecretText> of(String text) {
        var json = new JsonSecrets(text);
        json.read();
        return json.found;
    }

    private void read() {
        int at = 0;
        while (at < text.length()) {
            at =
                    switch (text.charAt(at)) {
                        case '"' -> string(at + 1);
                        case '{', '[' -> open(at + 1);
                        case '}', ']' -> close(at + 1);
                        case ',' -> {
                            next = null;
                            yield at + 1;
                        }
                        case ' ', '\t', '\r', '\n', ':' -> at + 1;
                        default -> literal(at);
                    };
        }
    }

    /// @param from index after the quote
    private int string(int from) {
        int end = from;
        while (end < text.length() && text.charAt(end) != '"') {
            end += text.charAt(end) == '\\' ? 2 : 1;
        }
        end = Math.min(end, text.length());
        int after = Math.min(end + 1, text.length());
        while (after < text.length() && Character.isWhitespace(text.charAt(after))) {
            after++;
        }
        var string = unescaped(text.substring(from, end));
        if (after < text.length() && text.charAt(after) == ':') {
            next = SecretNames.contain(string) ? string : null;
        } else {
            value(from, end, SecretText.isIn(string));
        }
        return after;
    }

    private int open(int after) {
        if (enclosing != null) {
            depth++;
        } else if (next != null) {
            enclosing = next;
            depth = 1;
        }
        next = null;
        return after;
    }

    private int close(int after) {
        if (enclosing != null && --depth == 0) {
            enclosing = null;
        }
        next = null;
        return after;
    }

    /// A number, `true`, `false` or `null`; only a number may be a secret.
    private int literal(int from) {
        int end = from + 1;
        while (end < text.length() && ENDS.indexOf(text.charAt(end)) < 0) {
            end++;
        }
        char first = text.charAt(from);
        if (first == '-' || (first >= '0' && first <= '9')) {
            value(from, end, false);
        } else {
            next = null;
        }
        return end;
    }

    private void value(int from, int to, boolean secret) {
        var name = next != null ? next : enclosing != null ? enclosing : SecretText.UNNAMED;
        if (from < to && (secret || next != null || enclosing != null)) {
            found.add(new SecretText(from, to, name));
        }
        next = null;
    }

    private static String unescaped(String string) {
        if (string.indexOf('\\') < 0) {
            return string;
        }
        try {
            return MAPPER.readValue('"' + string + '"', String.class);
        } catch (JacksonException _) {
            return string;
        }
    }
}

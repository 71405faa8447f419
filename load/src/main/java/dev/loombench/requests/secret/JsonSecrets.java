package dev.loombench.requests.secret;

import dev.loombench.text.Escapes;
import dev.loombench.text.SecretNames;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The secrets of a JSON text: strings and numbers below a key that names secrets or beside a name
/// of secrets, as in `{"name": "pin", "value": 1}`, and strings that contain secrets. The text may
/// be several documents, or incomplete; its keys and strings may be without quotes or in single
/// ones, as in a literal of JavaScript or a query of GraphQL.
final class JsonSecrets {
    private static final String ENDS_OF_KEY = " \t\r\n,:{}[]()\"'";
    private static final String ENDS_OF_VALUE = "\r\n,{}[]()\"'";

    /// Keys of a name and of its value, in lower case.
    private static final Set<String> NAMES = Set.of("name", "key", "field", "id", "param");

    private static final Set<String> VALUES = Set.of("value", "val", "content", "data", "text");

    private static final Set<String> WORDS = Set.of("true", "false", "null", "undefined");

    private final String text;
    private final List<SecretText> found = new ArrayList<>();
    private final Deque<Entry> open = new ArrayDeque<>();

    /// The key whose value is next.
    private @Nullable String key;

    /// The secret key of an enclosing object or list.
    private @Nullable String enclosing;

    /// Objects and lists that are open within the value of `enclosing`, itself included.
    private int depth;

    /// What an open object says of one entry by a name and a value.
    private static final class Entry {
        /// A name of secrets.
        private @Nullable String name;

        /// A value whose name was not there yet.
        private @Nullable SecretText value;
    }

    private JsonSecrets(String text) {
        this.text = text;
    }

    /// In their order.
    static List<SecretText> of(String text) {
        var json = new JsonSecrets(text);
        json.read();
        json.found.sort(Comparator.comparingInt(SecretText::from));
        return json.found;
    }

    private void read() {
        int at = 0;
        while (at < text.length()) {
            at =
                    switch (text.charAt(at)) {
                        case '"', '\'' -> string(at + 1, text.charAt(at));
                        case '{', '[' -> open(at + 1);
                        case '}', ']' -> close(at + 1);
                        case ',' -> {
                            key = null;
                            yield at + 1;
                        }
                        case ' ', '\t', '\r', '\n', ':', '(', ')' -> at + 1;
                        default -> literal(at);
                    };
        }
    }

    /// @param from index after the quote
    private int string(int from, char quote) {
        int end = from;
        while (end < text.length() && text.charAt(end) != quote) {
            end += text.charAt(end) == '\\' ? 2 : 1;
        }
        end = Math.min(end, text.length());
        int after = afterSpace(Math.min(end + 1, text.length()));
        var string = Escapes.ofJson(text.substring(from, end));
        if (text.startsWith(":", after)) {
            key(from, end, string);
        } else {
            value(from, end, string);
        }
        return after;
    }

    private int afterSpace(int from) {
        int at = from;
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        return at;
    }

    /// A key may be a secret itself, as in an object of sessions by their tokens.
    private void key(int from, int to, String string) {
        if (SecretText.isIn(string)) {
            found.add(new SecretText(from, to, SecretText.UNNAMED));
        }
        key = string;
    }

    private int open(int after) {
        var name = name();
        if (enclosing != null) {
            depth++;
        } else if (name != null) {
            enclosing = name;
            depth = 1;
        }
        open.push(new Entry());
        key = null;
        return after;
    }

    private int close(int after) {
        if (enclosing != null && --depth == 0) {
            enclosing = null;
        }
        open.poll();
        key = null;
        return after;
    }

    /// A key without quotes, a number, `true`, `false`, `null`, or a string without quotes.
    private int literal(int from) {
        int end = from + 1;
        var ends = key == null ? ENDS_OF_KEY : ENDS_OF_VALUE;
        while (end < text.length() && ends.indexOf(text.charAt(end)) < 0) {
            end++;
        }
        var word = text.substring(from, end).strip();
        if (key == null && text.startsWith(":", afterSpace(end))) {
            key = word;
        } else if (!WORDS.contains(word)) {
            value(from, from + word.length(), word);
        }
        return end;
    }

    /// The secret name of the value that is next; null where it has none.
    private @Nullable String name() {
        if (key == null) {
            return enclosing;
        }
        var entry = open.peek();
        if (entry != null && entry.name != null && VALUES.contains(lower(key))) {
            return entry.name;
        }
        return SecretNames.contain(key) ? key : enclosing;
    }

    private void value(int from, int to, String string) {
        var name = name();
        var entry = open.peek();
        boolean secret = name != null || SecretText.isIn(string);
        if (secret && from < to) {
            found.add(new SecretText(from, to, name == null ? SecretText.UNNAMED : name));
        }
        if (entry != null && key != null && NAMES.contains(lower(key))) {
            if (SecretText.isName(string)) {
                addNamed(entry, secret ? SecretText.UNNAMED : string);
            }
        } else if (entry != null && key != null && VALUES.contains(lower(key)) && !secret) {
            entry.value = new SecretText(from, to, SecretText.UNNAMED);
        }
        key = null;
    }

    /// @param name which is shown
    private void addNamed(Entry entry, String name) {
        var value = entry.value;
        entry.name = name;
        if (value != null && value.from() < value.to()) {
            found.add(new SecretText(value.from(), value.to(), name));
        }
        entry.value = null;
    }

    private static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}

package dev.loombench.requests.secret;

import dev.loombench.text.SecretNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The secrets of lines of text: pairs as in a form, entries as in YAML or headers (`name: value`),
/// and the lines below a name of secrets that begin further to the right.
final class LineSecrets {
    private static final Set<String> BLOCKS = Set.of("", "|", ">", "|-", ">-", "|+", ">+");

    /// Keys of a name and of its value, on lines of their own.
    private static final Set<String> NAMES = Set.of("name", "key");

    private static final Set<String> VALUES = Set.of("value");

    private final String text;
    private final List<SecretText> found = new ArrayList<>();

    /// The secret name whose lines follow.
    private @Nullable String enclosing;

    /// The column of that name.
    private int column;

    /// The secret name whose `value` follows.
    private @Nullable String next;

    private LineSecrets(String text) {
        this.text = text;
    }

    /// In their order.
    static List<SecretText> of(String text) {
        var lines = new LineSecrets(text);
        int at = 0;
        while (at < text.length()) {
            int end = at;
            while (end < text.length() && text.charAt(end) != '\n' && text.charAt(end) != '\r') {
                end++;
            }
            lines.line(at, end);
            at = end + 1;
        }
        return lines.found;
    }

    private void line(int start, int end) {
        int from = start;
        while (from < end && (text.charAt(from) == ' ' || text.charAt(from) == '\t')) {
            from++;
        }
        if (from == end) {
            return;
        }
        if (enclosing != null && from - start > column) {
            found.add(new SecretText(from, end, enclosing));
            return;
        }
        enclosing = null;
        int colon = colon(from, end);
        int equals = text.indexOf('=', from, end);
        if (colon < 0 || (equals >= 0 && equals < colon)) {
            found.addAll(PairSecrets.of(text, start, end, "&"));
        } else {
            column = from - start;
            entry(from, colon, end);
        }
    }

    /// The first one before a space or the end of the line; -1 for none.
    private int colon(int from, int end) {
        int colon = text.indexOf(':', from, end);
        while (colon >= 0 && colon + 1 < end && !Character.isWhitespace(text.charAt(colon + 1))) {
            colon = text.indexOf(':', colon + 1, end);
        }
        return colon;
    }

    private void entry(int from, int colon, int end) {
        var name = text.substring(text.startsWith("- ", from) ? from + 2 : from, colon);
        int start = colon + 1;
        while (start < end && Character.isWhitespace(text.charAt(start))) {
            start++;
        }
        var value = text.substring(start, end).stripTrailing();
        var lower = name.strip().toLowerCase(Locale.ROOT);
        var secret = next != null && VALUES.contains(lower) ? next : secretName(name, value);
        next = NAMES.contains(lower) && SecretText.isName(value) ? value : null;
        if (secret != null && BLOCKS.contains(value)) {
            enclosing = secret;
        } else if (secret != null) {
            found.add(new SecretText(start, end, secret));
        }
    }

    private static @Nullable String secretName(String name, String value) {
        return SecretNames.contain(name) || SecretText.isIn(value) ? name : null;
    }
}

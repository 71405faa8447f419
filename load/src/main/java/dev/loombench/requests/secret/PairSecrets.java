package dev.loombench.requests.secret;

import dev.loombench.text.Escapes;
import dev.loombench.text.SecretNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/// The secrets in `name=value` pairs: those of a query, a form, and the parameters of a path; and
/// in the segments of a path.
final class PairSecrets {
    /// Lengths of random segments, of letters in one or both cases.
    private static final int MIN_RANDOM = 12;

    private static final int MIN_MIXED = 16;

    /// As in `user:password@host`, without the slashes before it, which end segments.
    private static final Pattern CREDENTIALS = Pattern.compile("[^:@]*+:[^@]++@[\\w.-].*");

    private PairSecrets() {}

    /// The secrets of a path with its query, in their order.
    static List<SecretText> ofPath(String path) {
        int mark = path.indexOf('?');
        int end = mark < 0 ? path.length() : mark;
        var found = ofSegments(path, end);
        found.addAll(of(path, Math.min(end + 1, path.length()), path.length(), "&"));
        return found;
    }

    /// `;` and `/` separate the parts of the path. A part is also a secret within a format of
    /// several parts, and where it is random and follows a name, as in `/reset-token/9fX3…`.
    private static List<SecretText> ofSegments(String path, int end) {
        var formats = SecretText.FORMAT.matcher(path).region(0, end);
        boolean more = formats.find();
        var found = new ArrayList<SecretText>();
        var previous = "";
        int at = 0;
        while (at < end) {
            int to = end(path, at, end, "/;");
            while (more && formats.end() <= at) {
                more = formats.find();
            }
            boolean within = more && formats.start() < to;
            var segment = path.substring(at, to);
            int before = found.size();
            add(path, at, to, found);
            if (found.size() == before
                    && at < to
                    && (within || isSecret(Escapes.ofUrl(segment), previous))) {
                found.add(new SecretText(at, to, SecretText.UNNAMED));
            }
            previous = at < to ? segment : previous;
            at = to + 1;
        }
        return found;
    }

    private static boolean isSecret(String segment, String previous) {
        return CREDENTIALS.matcher(segment).matches()
                || (isRandom(segment) && isName(Escapes.ofUrl(previous)));
    }

    /// Whether no word or slug looks like it: letters and digits alternate three times, or once in
    /// mixed case.
    private static boolean isRandom(String segment) {
        int changes = 0;
        for (int i = 1; i < segment.length(); i++) {
            char a = segment.charAt(i - 1);
            char b = segment.charAt(i);
            changes += (isLetter(a) && isDigit(b)) || (isDigit(a) && isLetter(b)) ? 1 : 0;
        }
        boolean mixed =
                !segment.equals(segment.toLowerCase(Locale.ROOT))
                        && !segment.equals(segment.toUpperCase(Locale.ROOT));
        return (changes >= 3 && segment.length() >= MIN_RANDOM)
                || (changes >= 1 && mixed && segment.length() >= MIN_MIXED);
    }

    private static boolean isLetter(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    /// Also in the plural, as in `/sessions/`.
    private static boolean isName(String segment) {
        return SecretNames.contain(segment)
                || (segment.endsWith("s")
                        && SecretNames.contain(segment.substring(0, segment.length() - 1)));
    }

    /// The secrets of the pairs in a part of a text, in their order.
    ///
    /// @param separators the characters between two pairs
    static List<SecretText> of(String text, int from, int to, String separators) {
        var found = new ArrayList<SecretText>();
        int at = from;
        while (at < to) {
            int end = end(text, at, to, separators);
            add(text, at, end, found);
            at = end + 1;
        }
        return found;
    }

    private static int end(String text, int from, int to, String separators) {
        int end = from;
        while (end < to && separators.indexOf(text.charAt(end)) < 0) {
            end++;
        }
        return end;
    }

    private static void add(String text, int from, int to, List<SecretText> found) {
        int equals = text.indexOf('=', from, to);
        var name =
                equals < 0
                        ? SecretText.UNNAMED
                        : Escapes.ofUrl(text.substring(from, equals)).strip();
        int value = equals < 0 ? from : equals + 1;
        boolean named = equals >= 0 && SecretNames.contain(name);
        if (SecretText.FORMAT.matcher(name).find()) {
            found.add(new SecretText(from, to, SecretText.UNNAMED));
        } else if (value < to && (named || SecretText.isIn(text.substring(value, to)))) {
            found.add(new SecretText(value, to, name));
        }
    }
}

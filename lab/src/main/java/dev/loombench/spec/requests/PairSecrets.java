package dev.loombench.spec.requests;

import dev.loombench.spec.text.SecretNames;
import dev.loombench.spec.text.UrlText;
import java.util.ArrayList;
import java.util.List;

/// The secrets in `name=value` pairs: those of a query, a form, and the parameters of a path.
final class PairSecrets {
    private PairSecrets() {}

    /// The secrets of a path with its query; `;` and `/` separate the parts of the path.
    static List<SecretText> ofPath(String path) {
        int mark = path.indexOf('?');
        int end = mark < 0 ? path.length() : mark;
        var found = new ArrayList<>(of(path, 0, end, "/;"));
        found.addAll(of(path, Math.min(end + 1, path.length()), path.length(), "&"));
        return found;
    }

    /// The secrets of a form, or of lines of text.
    static List<SecretText> ofForm(String body) {
        return of(body, 0, body.length(), "&\r\n");
    }

    private static List<SecretText> of(String text, int from, int to, String separators) {
        var found = new ArrayList<SecretText>();
        int at = from;
        while (at < to) {
            int end = at;
            while (end < to && separators.indexOf(text.charAt(end)) < 0) {
                end++;
            }
            add(text, at, end, found);
            at = end + 1;
        }
        return found;
    }

    private static void add(String text, int from, int to, List<SecretText> found) {
        int equals = text.indexOf('=', from, to);
        var name =
                equals < 0
                        ? SecretText.UNNAMED
                        : UrlText.decoded(text.substring(from, equals)).strip();
        int value = equals < 0 ? from : equals + 1;
        boolean named = equals >= 0 && SecretNames.contain(name);
        if (value < to && (named || SecretText.isIn(text.substring(value, to)))) {
            found.add(new SecretText(value, to, name));
        }
    }
}

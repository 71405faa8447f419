package dev.loombench.requests.secret;

import dev.loombench.text.SecretNames;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The secrets of a body, by its form: JSON, XML, the parts of a form (RFC 7578), or lines with
/// pairs.
final class BodySecrets {
    private static final Pattern PART_NAME =
            Pattern.compile(
                    "content-disposition:[^\\r\\n]{0,200}?;\\s*name=\"?([^\";\\r\\n]*)",
                    Pattern.CASE_INSENSITIVE);

    private static final Pattern BOUNDARY = Pattern.compile("(?m)^--[^\\r\\n]++\\r?\\n");

    /// In the first line of a key (RFC 7468), which has many lines.
    private static final String PRIVATE_KEY = "PRIVATE KEY-----";

    private static final String KEY_NAME = "private-key";

    /// The characters of ASCII text, in a class of a pattern.
    private static final String ASCII = "\\t\\n\\r\\x20-\\x7e";

    /// A character that no text has.
    private static final Pattern CONTROL = Pattern.compile("[\\x00-\\x08\\x0e-\\x1f]");

    /// ASCII text in a body of bytes. In shorter ones, one image of 5 MB in ten has a name and a
    /// value by chance, as `pw=x`.
    private static final Pattern ASCII_RUN = Pattern.compile("[%s]{12,}+".formatted(ASCII));

    /// The longest parts of a text that are ASCII, or have none of it.
    static final Pattern ASCII_OR_OTHER =
            Pattern.compile("(?<ascii>[%1$s]++)|[^%1$s]++".formatted(ASCII));

    /// In place of a secret where the rest of a body is read again; no value begins with it.
    private static final String LEFT_OUT = "&";

    private BodySecrets() {}

    /// In their order. The whole body, where it has a secret that its form does not explain.
    static List<SecretText> of(String body) {
        var found = byForm(body);
        return SecretText.isIn(rest(body, found)) ? whole(body, SecretText.UNNAMED) : found;
    }

    /// The same for a body that is no text in UTF-8: a text in another encoding, or a form with
    /// files. Of a file, of a text with a key, and of all others, as an image or an archive, it is
    /// only the ASCII that is a secret by itself.
    ///
    /// @param body a character per byte (ISO 8859-1)
    static List<SecretText> ofBytes(String body) {
        var explained =
                CONTROL.matcher(body).find() && !hasParts(body)
                        ? List.<SecretText>of()
                        : byForm(body);
        var found = new ArrayList<SecretText>();
        int at = 0;
        for (var secret : explained) {
            addRuns(body, at, secret.from(), found);
            boolean file = isFile(body, secret);
            int before = found.size();
            if (file || secret.name().equals(KEY_NAME)) {
                addRuns(body, secret.from(), secret.to(), found);
            }
            if (found.size() == before && !file) {
                found.add(secret);
            }
            at = secret.to();
        }
        addRuns(body, at, body.length(), found);
        return found;
    }

    /// Whether a part that no name makes a secret is no text.
    private static boolean isFile(String body, SecretText part) {
        return !SecretNames.contain(part.name())
                && CONTROL.matcher(body).region(part.from(), part.to()).find();
    }

    private static void addRuns(String body, int from, int to, List<SecretText> found) {
        var runs = ASCII_RUN.matcher(body).region(from, to);
        while (runs.find()) {
            if (SecretText.isIn(runs.group())) {
                found.add(new SecretText(runs.start(), runs.end(), SecretText.UNNAMED));
            }
        }
    }

    private static List<SecretText> whole(String body, String name) {
        return List.of(new SecretText(0, body.length(), name));
    }

    private static List<SecretText> byForm(String body) {
        var start = body.stripLeading();
        if (start.startsWith("{") || start.startsWith("[")) {
            return JsonSecrets.of(body);
        }
        if (start.startsWith("<")) {
            return XmlSecrets.of(body);
        }
        if (hasParts(body)) {
            return ofParts(body);
        }
        if (body.contains(PRIVATE_KEY)) {
            return whole(body, KEY_NAME);
        }
        return hasSecretColumn(body) ? whole(body, SecretText.UNNAMED) : LineSecrets.of(body);
    }

    private static boolean hasParts(String body) {
        return PART_NAME.matcher(body).find() && BOUNDARY.matcher(body).find();
    }

    /// Whether a cell of its first line is a name of secrets, and lines follow it.
    private static boolean hasSecretColumn(String body) {
        int end = body.indexOf('\n');
        var cells = body.substring(0, Math.max(end, 0)).split("[,;\t]");
        return cells.length > 1
                && Stream.of(cells)
                        .map(cell -> cell.replace("\"", "").strip())
                        .anyMatch(SecretText::isName);
    }

    private static String rest(String body, List<SecretText> found) {
        var rest = new StringBuilder();
        int at = 0;
        for (var secret : found) {
            rest.append(body, at, secret.from()).append(LEFT_OUT);
            at = secret.to();
        }
        return rest.append(body, at, body.length()).toString();
    }

    private static List<SecretText> ofParts(String body) {
        var found = new ArrayList<SecretText>();
        var first = BOUNDARY.matcher(body);
        int at = first.find() ? first.end() : 0;
        var boundary = "\n" + first.group().stripTrailing();
        while (at > 0) {
            int end = body.indexOf(boundary, at - 1);
            addPart(body, at, end < 0 ? body.length() : end, found);
            at = end < 0 ? 0 : body.indexOf('\n', end + 1) + 1;
        }
        return found;
    }

    /// @param from of the headers of the part
    /// @param to before the line break and its boundary
    private static void addPart(String body, int from, int to, List<SecretText> found) {
        if (to <= from) {
            return;
        }
        var name = PART_NAME.matcher(body).region(from, to);
        int start = content(body, from, to);
        int end = body.charAt(to - 1) == '\r' ? to - 1 : to;
        if (name.find() && name.end() < start) {
            add(name.group(1), body, start, end, found);
        }
    }

    /// The index after the first empty line; -1 for none.
    private static int content(String body, int from, int to) {
        int crlf = body.indexOf("\n\r\n", from, to);
        int lf = body.indexOf("\n\n", from, to);
        if (crlf < 0 || (lf >= 0 && lf < crlf)) {
            return lf < 0 ? -1 : lf + 2;
        }
        return crlf + 3;
    }

    private static void add(String name, String body, int from, int to, List<SecretText> found) {
        if (from >= to || body.substring(from, to).isBlank()) {
            return;
        }
        if (SecretNames.contain(name) || SecretText.isIn(body.substring(from, to))) {
            found.add(new SecretText(from, to, name));
        }
    }
}

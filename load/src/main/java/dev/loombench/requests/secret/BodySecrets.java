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

    /// In place of a secret where the rest of a body is read again; no value begins with it.
    private static final String LEFT_OUT = "&";

    private BodySecrets() {}

    /// In their order. The whole body, where it has a secret that its form does not explain.
    static List<SecretText> of(String body) {
        var found = byForm(body);
        return SecretText.isIn(rest(body, found))
                ? List.of(new SecretText(0, body.length(), SecretText.UNNAMED))
                : found;
    }

    private static List<SecretText> byForm(String body) {
        var start = body.stripLeading();
        if (start.startsWith("{") || start.startsWith("[")) {
            return JsonSecrets.of(body);
        }
        if (start.startsWith("<")) {
            return XmlSecrets.of(body);
        }
        if (PART_NAME.matcher(body).find() && BOUNDARY.matcher(body).find()) {
            return ofParts(body);
        }
        if (body.contains(PRIVATE_KEY)) {
            return List.of(new SecretText(0, body.length(), "private-key"));
        }
        return hasSecretColumn(body)
                ? List.of(new SecretText(0, body.length(), SecretText.UNNAMED))
                : LineSecrets.of(body);
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

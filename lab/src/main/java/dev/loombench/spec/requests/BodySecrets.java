package dev.loombench.spec.requests;

import dev.loombench.spec.text.SecretNames;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// The secrets of a body, by its form: JSON, XML, the parts of a form (RFC 7578), or pairs.
final class BodySecrets {
    private static final Pattern TAG = Pattern.compile("<(?:[\\w.-]++:)?([\\w.-]++)(\\s[^<>]*+)?>");

    private static final Pattern ATTRIBUTE =
            Pattern.compile("(?<![\\w.-])([\\w.-]++)\\s*+=\\s*+(?:\"([^\"]++)\"|'([^']++)')");

    private static final Pattern PART_NAME =
            Pattern.compile(
                    "content-disposition:[^\\r\\n]{0,200}?;\\s*name=\"?([^\";\\r\\n]*)",
                    Pattern.CASE_INSENSITIVE);

    private static final String CDATA = "<![CDATA[";

    /// In the first line of a key (RFC 7468), which has many lines.
    private static final String PRIVATE_KEY = "PRIVATE KEY-----";

    private BodySecrets() {}

    static List<SecretText> of(String body) {
        var start = body.stripLeading();
        if (start.startsWith("{") || start.startsWith("[")) {
            return JsonSecrets.of(body);
        }
        if (start.startsWith("<")) {
            return ofXml(body);
        }
        if (body.startsWith("--") && PART_NAME.matcher(body).find()) {
            return ofParts(body);
        }
        return body.contains(PRIVATE_KEY)
                ? List.of(new SecretText(0, body.length(), "private-key"))
                : PairSecrets.ofForm(body);
    }

    /// Texts and attributes of XML.
    private static List<SecretText> ofXml(String body) {
        var found = new ArrayList<SecretText>();
        var tags = TAG.matcher(body);
        int at = 0;
        while (tags.find(at)) {
            if (tags.group(2) != null) {
                addAttributes(tags.group(2), tags.start(2), found);
            }
            boolean quoted = body.startsWith(CDATA, tags.end());
            int from = tags.end() + (quoted ? CDATA.length() : 0);
            int mark = body.indexOf(quoted ? "]]>" : "<", from);
            at = mark < 0 ? body.length() : mark;
            add(tags.group(1), body, from, at, found);
        }
        return found;
    }

    private static void addAttributes(String attributes, int offset, List<SecretText> found) {
        var pairs = ATTRIBUTE.matcher(attributes);
        while (pairs.find()) {
            int group = pairs.group(2) != null ? 2 : 3;
            if (SecretNames.contain(pairs.group(1)) || SecretText.isIn(pairs.group(group))) {
                found.add(
                        new SecretText(
                                offset + pairs.start(group),
                                offset + pairs.end(group),
                                pairs.group(1)));
            }
        }
    }

    private static List<SecretText> ofParts(String body) {
        var found = new ArrayList<SecretText>();
        int at = body.indexOf('\n') + 1;
        var boundary = "\n" + body.substring(0, Math.max(0, at - 1)).stripTrailing();
        while (at > 0) {
            int end = body.indexOf(boundary, at);
            addPart(body, at, end < 0 ? body.length() : end, found);
            at = end < 0 ? 0 : body.indexOf('\n', end + 1) + 1;
        }
        return found;
    }

    /// @param from of the headers of the part
    /// @param to before the line break and its boundary
    private static void addPart(String body, int from, int to, List<SecretText> found) {
        var name = PART_NAME.matcher(body).region(from, to);
        int content = body.indexOf("\n\r\n", from, to);
        int start = content < 0 ? body.indexOf("\n\n", from, to) + 2 : content + 3;
        int end = to > from && body.charAt(to - 1) == '\r' ? to - 1 : to;
        if (start > from && name.find() && name.end() < start) {
            add(name.group(1), body, start, end, found);
        }
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

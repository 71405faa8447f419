package dev.loombench.requests.secret;

import dev.loombench.text.SecretNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The secrets of XML: texts in an element that names secrets or after one whose text does, as in
/// `<name>pin</name><value>1</value>`; attributes that name secrets, and the value beside such a
/// name; and texts that contain secrets. The text may be incomplete.
final class XmlSecrets {
    private static final Pattern TAG =
            Pattern.compile("<(/?)(?:[\\w.-]++:)?([\\w.-]++)((?:\\s[^<>]*+)?/?)>");

    private static final Pattern ATTRIBUTE =
            Pattern.compile("(?<![\\w.-])([\\w.-]++)\\s*+=\\s*+(?:\"([^\"]*+)\"|'([^']*+)')");

    /// Elements and attributes with a name and with its value, in lower case.
    private static final Set<String> NAMES = Set.of("name", "key", "field", "id", "param");

    private static final Set<String> VALUES = Set.of("value", "val", "content");

    private static final String CDATA = "<![CDATA[";

    private final String text;
    private final List<SecretText> found = new ArrayList<>();

    /// The element that was opened or closed last.
    private String element = "";

    /// The secret name of an enclosing element.
    private @Nullable String enclosing;

    /// Elements that are open within `enclosing`, itself included.
    private int depth;

    /// The name that the text of an element gave the next text.
    private @Nullable String next;

    private XmlSecrets(String text) {
        this.text = text;
    }

    /// In their order.
    static List<SecretText> of(String text) {
        var xml = new XmlSecrets(text);
        xml.read();
        return xml.found;
    }

    private void read() {
        var tags = TAG.matcher(text);
        int at = 0;
        while (at < text.length()) {
            if (text.startsWith(CDATA, at)) {
                int end = text.indexOf("]]>", at);
                text(at + CDATA.length(), end < 0 ? text.length() : end);
                at = end < 0 ? text.length() : end + 3;
            } else if (tags.region(at, text.length()).lookingAt()) {
                boolean closes = !tags.group(1).isEmpty();
                tag(tags.group(2), closes, tags.start(3), tags.group(3));
                at = tags.end();
            } else {
                int end = text.indexOf('<', at + 1);
                text(at, end < 0 ? text.length() : end);
                at = end < 0 ? text.length() : end;
            }
        }
    }

    /// @param offset index of the attributes
    private void tag(String name, boolean closes, int offset, String attributes) {
        element = name;
        if (closes) {
            if (enclosing != null && --depth == 0) {
                enclosing = null;
            }
            return;
        }
        var secret = secretName(name, attributes);
        addAttributes(attributes, offset, secret);
        if (!attributes.endsWith("/")) {
            if (enclosing != null) {
                depth++;
            } else if (secret != null) {
                enclosing = secret;
                depth = 1;
            }
        }
    }

    /// By the name of the element, or by an attribute, as in `<entry key="pin">`.
    private @Nullable String secretName(String tag, String attributes) {
        var pairs = ATTRIBUTE.matcher(attributes);
        while (pairs.find()) {
            var value = attributes.substring(from(pairs), to(pairs));
            if (NAMES.contains(lower(pairs.group(1))) && SecretText.isName(value)) {
                return SecretNames.contain(pairs.group(1)) ? SecretText.UNNAMED : value;
            }
        }
        return SecretNames.contain(tag) ? tag : enclosing;
    }

    /// @param secret name of the element; null where it names no secret
    private void addAttributes(String attributes, int offset, @Nullable String secret) {
        var pairs = ATTRIBUTE.matcher(attributes);
        while (pairs.find()) {
            var value = attributes.substring(from(pairs), to(pairs));
            var name = secretName(pairs.group(1), value, secret);
            if (name != null && !value.isBlank()) {
                found.add(new SecretText(offset + from(pairs), offset + to(pairs), name));
            }
        }
    }

    private static @Nullable String secretName(
            String attribute, String value, @Nullable String secret) {
        if (secret != null && VALUES.contains(lower(attribute))) {
            return secret;
        }
        return SecretNames.contain(attribute) || SecretText.isIn(value) ? attribute : null;
    }

    private static int from(MatchResult pair) {
        return pair.start(pair.start(2) >= 0 ? 2 : 3);
    }

    private static int to(MatchResult pair) {
        return pair.end(pair.start(2) >= 0 ? 2 : 3);
    }

    private void text(int from, int to) {
        var string = text.substring(from, to);
        if (string.isBlank()) {
            return;
        }
        var name = next == null ? enclosing : next;
        next = null;
        if (name != null || SecretText.isIn(string)) {
            found.add(new SecretText(from, to, name == null ? element : name));
        }
        if (NAMES.contains(lower(element)) && SecretText.isName(string.strip())) {
            next = name == null ? string.strip() : SecretText.UNNAMED;
        }
    }

    private static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}

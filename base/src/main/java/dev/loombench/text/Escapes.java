package dev.loombench.text;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Texts without the escapes of URLs, of JSON strings and of XML. A wrong escape stays as it is.
public final class Escapes {
    private static final Pattern PERCENT = Pattern.compile("(?:%[0-9A-Fa-f]{2})++");

    private static final Pattern BACKSLASH =
            Pattern.compile("\\\\(?:u([0-9A-Fa-f]{4})|([\"'/\\\\nrt]))");

    private static final Map<String, String> LETTERS = Map.of("n", "\n", "r", "\r", "t", "\t");

    private static final Pattern ENTITY =
            Pattern.compile("&(?:(lt|gt|amp|quot|apos)|#([0-9]{1,6})|#[xX]([0-9A-Fa-f]{1,5}));");

    private static final Map<String, String> ENTITIES =
            Map.of("lt", "<", "gt", ">", "amp", "&", "quot", "\"", "apos", "'");

    private Escapes() {}

    /// Without percent-encoding, in which `+` is a space.
    public static String ofUrl(String text) {
        var spaced = text.replace('+', ' ');
        return spaced.indexOf('%') < 0
                ? spaced
                : PERCENT.matcher(spaced).replaceAll(m -> Matcher.quoteReplacement(bytes(m)));
    }

    /// Without the backslashes of a JSON string.
    public static String ofJson(String text) {
        return text.indexOf('\\') < 0
                ? text
                : BACKSLASH.matcher(text).replaceAll(m -> Matcher.quoteReplacement(backslash(m)));
    }

    /// Without the entities of XML.
    public static String ofXml(String text) {
        return text.indexOf('&') < 0
                ? text
                : ENTITY.matcher(text).replaceAll(m -> Matcher.quoteReplacement(entity(m)));
    }

    /// The text, and what it is without each kind of escapes.
    public static List<String> readings(String text) {
        return Stream.of(text, ofUrl(text), ofJson(text), ofXml(text)).distinct().toList();
    }

    private static String bytes(MatchResult escapes) {
        var bytes = new ByteArrayOutputStream();
        var hex = escapes.group();
        for (int i = 1; i < hex.length(); i += 3) {
            bytes.write(Integer.parseInt(hex, i, i + 2, 16));
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private static String backslash(MatchResult escape) {
        return escape.group(1) != null
                ? String.valueOf((char) Integer.parseInt(escape.group(1), 16))
                : LETTERS.getOrDefault(escape.group(2), escape.group(2));
    }

    private static String entity(MatchResult entity) {
        if (entity.group(1) != null) {
            return ENTITIES.getOrDefault(entity.group(1), entity.group());
        }
        int code =
                entity.group(2) != null
                        ? Integer.parseInt(entity.group(2))
                        : Integer.parseInt(entity.group(3), 16);
        return Character.isValidCodePoint(code) ? Character.toString(code) : entity.group();
    }
}

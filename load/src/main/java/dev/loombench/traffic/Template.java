package dev.loombench.traffic;

import dev.loombench.text.TextSanitizer;
import dev.loombench.text.WrongInput;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// A text with placeholders for values, as in `/users/${id}`. A literal `$` is written `$$`.
public record Template(List<Segment> parts) {
    private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_-]*");

    public Template {
        parts = List.copyOf(parts);
    }

    /// A part of a template: literal text or a placeholder.
    public sealed interface Segment {}

    /// @param text the text to send, with `$$` replaced by `$`
    public record Literal(String text) implements Segment {}

    public record Placeholder(String name) implements Segment {}

    /// @throws WrongInput when a `$` is neither `$$` nor the start of `${name}`
    public static Template of(String text) {
        var parts = new ArrayList<Segment>();
        var literal = new StringBuilder();
        int at = 0;
        while (at < text.length()) {
            if (text.charAt(at) != '$') {
                literal.append(text.charAt(at++));
            } else if (text.startsWith("$$", at)) {
                literal.append('$');
                at += 2;
            } else {
                var name = nameAt(text, at);
                addLiteral(literal, parts);
                parts.add(new Placeholder(name));
                at += name.length() + 3;
            }
        }
        addLiteral(literal, parts);
        return new Template(parts);
    }

    /// Escapes a text so that its template is exactly that text.
    public static String escaped(String text) {
        return text.replace("$", "$$");
    }

    public static String checkedName(String name) {
        if (!NAME.matcher(name).matches()) {
            throw new WrongInput(
                    "the name of a value must be a letter followed by letters, digits, _ and -, was "
                            + TextSanitizer.quoted(name));
        }
        return name;
    }

    private static String nameAt(String text, int dollar) {
        int close = text.indexOf('}', dollar);
        if (!text.startsWith("${", dollar) || close < 0) {
            throw new WrongInput(
                    "expected ${name} for a value or $$ for a literal $, found "
                            + TextSanitizer.quoted(text.substring(dollar)));
        }
        return checkedName(text.substring(dollar + 2, close));
    }

    private static void addLiteral(StringBuilder literal, List<Segment> parts) {
        if (!literal.isEmpty()) {
            parts.add(new Literal(literal.toString()));
            literal.setLength(0);
        }
    }

    /// The names of its placeholders, with repetitions.
    public List<String> names() {
        return parts.stream()
                .filter(Placeholder.class::isInstance)
                .map(part -> ((Placeholder) part).name())
                .toList();
    }
}

package dev.loombench.cli.plan;

import dev.loombench.spec.text.TextSanitizer;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// YAML of nested maps and lists. Each text is in double quotes, so that no version of YAML reads a
/// number, a truth value or a structure into it.
final class YamlText {
    private YamlText() {}

    /// Documents of one file, each after a line `---`.
    static String documents(List<? extends Map<String, ?>> documents) {
        var yaml = new StringBuilder();
        for (var document : documents) {
            yaml.append("---\n");
            mapping(document, "", yaml);
        }
        return yaml.toString();
    }

    private static void mapping(Map<?, ?> map, String indent, StringBuilder yaml) {
        map.forEach((key, value) -> {
            yaml.append(indent).append(key).append(':');
            value(value, indent, yaml);
        });
    }

    private static void value(Object value, String indent, StringBuilder yaml) {
        switch (value) {
            case Map<?, ?> map when !map.isEmpty() -> {
                yaml.append('\n');
                mapping(map, indent + "  ", yaml);
            }
            case List<?> list when !list.isEmpty() -> {
                yaml.append('\n');
                list.forEach(element -> element(element, indent + "  ", yaml));
            }
            default -> yaml.append(' ').append(scalar(value)).append('\n');
        }
    }

    private static void element(Object element, String indent, StringBuilder yaml) {
        if (element instanceof Map<?, ?> map && !map.isEmpty()) {
            var block = new StringBuilder();
            mapping(map, indent + "  ", block);
            // The first key is on the line of the dash.
            yaml.append(indent).append("- ").append(block.substring(indent.length() + 2));
        } else {
            yaml.append(indent).append("- ").append(scalar(element)).append('\n');
        }
    }

    private static String scalar(Object value) {
        return switch (value) {
            case Integer number -> number.toString();
            case Boolean truth -> truth.toString();
            case String text -> quoted(text);
            case Map<?, ?> _ -> "{}";
            case List<?> _ -> "[]";
            default -> throw new IllegalArgumentException("no value of YAML: " + value.getClass());
        };
    }

    /// A text in double quotes, in which YAML interprets `\` and `"` and joins lines.
    private static String quoted(String text) {
        return text.codePoints()
                .mapToObj(YamlText::escaped)
                .collect(Collectors.joining("", "\"", "\""));
    }

    private static String escaped(int codePoint) {
        return switch (codePoint) {
            case '\\' -> "\\\\";
            case '"' -> "\\\"";
            case '\n' -> "\\n";
            case '\r' -> "\\r";
            case '\t' -> "\\t";
            default ->
                    TextSanitizer.isPrintable(codePoint)
                            ? Character.toString(codePoint)
                            : "\\U%08X".formatted(codePoint);
        };
    }
}

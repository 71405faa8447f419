package dev.loombench.spec.yaml;

import dev.loombench.spec.text.SpecError;
import dev.loombench.spec.text.Suggestions;
import dev.loombench.spec.text.TextSanitizer;
import dev.loombench.spec.text.Units;
import dev.loombench.spec.yaml.Node.Mapping;
import dev.loombench.spec.yaml.Node.Scalar;
import dev.loombench.spec.yaml.Node.ScalarType;
import dev.loombench.spec.yaml.Node.Sequence;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/// The values that single nodes can hold.
final class Values {
    private Values() {}

    /// What is written, be it text, a number or a boolean.
    static String scalar(Node node) {
        if (node instanceof Scalar(var text, var kind, var _) && kind != ScalarType.NOTHING) {
            return text;
        }
        throw unexpected("a single value", node);
    }

    /// Text, which a plain number is not.
    static String text(Node node) {
        if (node instanceof Scalar(var text, var kind, var _)) {
            return switch (kind) {
                case TEXT -> text;
                case NUMBER, BOOLEAN ->
                        throw new SpecError(
                                "text is due, was %s: put it in quotes"
                                        .formatted(node.description()));
                case NOTHING -> throw unexpected("text", node);
            };
        }
        throw unexpected("text", node);
    }

    /// Text for a table or a title: on one line, not blank.
    static String line(Node node) {
        return printable(text(node).strip().replaceAll("\\s+", " "));
    }

    /// What goes into a command line or an environment: nothing that could end or restyle it.
    static String argument(Node node) {
        return printable(scalar(node));
    }

    static String jvmFlag(Node node) {
        var flag = argument(node);
        if (!flag.startsWith("-")) {
            throw new SpecError(
                    TextSanitizer.quoted(flag)
                            + " is no JVM flag; one begins with -, as in -Xmx512m");
        }
        return flag;
    }

    static Path path(Node node) {
        var text = argument(node);
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw new SpecError(TextSanitizer.quoted(text) + " is no path: " + e.getReason());
        }
    }

    static boolean bool(Node node) {
        if (node instanceof Scalar(var text, var kind, var _) && kind == ScalarType.BOOLEAN) {
            return text.equalsIgnoreCase("true");
        }
        throw unexpected("true or false", node);
    }

    static Duration duration(Node node) {
        return Units.duration(scalar(node));
    }

    static Duration durationAboveZero(Node node) {
        var duration = duration(node);
        if (duration.isZero()) {
            throw new SpecError("must be above 0, was " + Units.text(duration));
        }
        return duration;
    }

    static double rateAboveZero(Node node) {
        var rate = Units.rate(scalar(node));
        if (rate == 0) {
            throw new SpecError("must be above 0 requests a second");
        }
        return rate;
    }

    static double margin(Node node) {
        var share = Units.percent(scalar(node));
        if (!(share > 0 && share < 1)) {
            throw new SpecError(
                    "must be above 0% and below 100%, was " + TextSanitizer.quoted(scalar(node)));
        }
        return share;
    }

    /// `400` or `10k`.
    static NodeDecoder<Integer> count(int least, int most) {
        return node -> inRange(Units.count(scalar(node)), least, most);
    }

    /// Digits alone.
    static NodeDecoder<Integer> whole(int least, int most) {
        return node -> (int) inRange(whole(node), least, most);
    }

    static long whole(Node node) {
        if (node instanceof Scalar(var text, var kind, var _)
                && kind == ScalarType.NUMBER
                && text.matches("-?\\d{1,19}")) {
            try {
                return Long.parseLong(text);
            } catch (NumberFormatException e) {
                throw new SpecError(text + " does not fit into 64 bits");
            }
        }
        throw unexpected("a whole number", node);
    }

    /// Words for [#oneOf], in the order in which a message lists them.
    static <T> Map<String, T> byName(List<T> values, Function<T, String> name) {
        var words = new LinkedHashMap<String, T>();
        values.forEach(value -> words.put(name.apply(value), value));
        return words;
    }

    static <T> NodeDecoder<T> oneOf(Map<String, T> words, String noun) {
        return node -> {
            var text = text(node);
            var value = words.get(text);
            if (value == null) {
                throw unknown(text, noun, List.copyOf(words.keySet()));
            }
            return value;
        };
    }

    static Mapping mapping(Node node) {
        return switch (node) {
            case Mapping mapping -> mapping;
            case Scalar _, Sequence _ -> throw unexpected("a mapping", node);
        };
    }

    static Sequence sequence(Node node) {
        return switch (node) {
            case Sequence sequence -> sequence;
            case Scalar _, Mapping _ -> throw unexpected("a list", node);
        };
    }

    static SpecError unknown(String met, String noun, List<String> known) {
        return new SpecError(
                TextSanitizer.quoted(met) + " is no " + noun + Suggestions.hint(met, known));
    }

    private static SpecError unexpected(String what, Node met) {
        return new SpecError("%s is due, was %s".formatted(what, met.description()));
    }

    private static String printable(String text) {
        if (text.isBlank()) {
            throw new SpecError("must not be blank");
        }
        if (!TextSanitizer.isPrintable(text)) {
            throw new SpecError(
                    "must hold no line break or control character, was "
                            + TextSanitizer.quoted(text));
        }
        return text;
    }

    private static int inRange(int value, int least, int most) {
        return (int) inRange((long) value, least, most);
    }

    private static long inRange(long value, long least, long most) {
        if (value < least || value > most) {
            throw new SpecError("must be between %d and %d, was %d".formatted(least, most, value));
        }
        return value;
    }
}

package dev.loombench.yaml;

import dev.loombench.text.PlainText;
import dev.loombench.text.Suggestions;
import dev.loombench.text.TextSanitizer;
import dev.loombench.text.Units;
import dev.loombench.text.WrongInput;
import dev.loombench.yaml.Node.Mapping;
import dev.loombench.yaml.Node.Scalar;
import dev.loombench.yaml.Node.ScalarType;
import dev.loombench.yaml.Node.Sequence;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/// Decoders of single values.
public final class Values {
    private Values() {}

    /// The text of a scalar: text, a number or a boolean.
    public static String scalar(Node node) {
        if (node instanceof Scalar(var text, var type, var _) && type != ScalarType.NOTHING) {
            return text;
        }
        throw unexpected("a single value", node);
    }

    /// Text; a number or boolean must be in quotes.
    public static String text(Node node) {
        if (node instanceof Scalar(var text, var type, var _)) {
            return switch (type) {
                case TEXT -> text;
                case NUMBER, BOOLEAN ->
                        throw new WrongInput(
                                "expected text, found %s; put it in quotes"
                                        .formatted(node.description()));
                case NOTHING -> throw unexpected("text", node);
            };
        }
        throw unexpected("text", node);
    }

    /// Text on one line, not blank, for a table or a title.
    public static String line(Node node) {
        return PlainText.line(text(node));
    }

    /// A command-line argument or environment value, without control characters.
    public static String argument(Node node) {
        return PlainText.argument(scalar(node));
    }

    public static String jvmFlag(Node node) {
        var flag = argument(node);
        if (!flag.startsWith("-")) {
            throw new WrongInput(
                    TextSanitizer.quoted(flag)
                            + " is not a JVM flag; a flag begins with -, as in -Xmx512m");
        }
        return flag;
    }

    public static Path path(Node node) {
        var text = argument(node);
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw new WrongInput(TextSanitizer.quoted(text) + " is not a path: " + e.getReason());
        }
    }

    public static boolean bool(Node node) {
        if (node instanceof Scalar(var text, var type, var _) && type == ScalarType.BOOLEAN) {
            return text.equalsIgnoreCase("true");
        }
        throw unexpected("true or false", node);
    }

    public static Duration duration(Node node) {
        return Units.duration(scalar(node));
    }

    public static Duration durationAboveZero(Node node) {
        var duration = duration(node);
        if (duration.isZero()) {
            throw new WrongInput("must be above 0, was " + Units.text(duration));
        }
        return duration;
    }

    public static double rateAboveZero(Node node) {
        var rate = Units.rate(scalar(node));
        if (rate == 0) {
            throw new WrongInput("must be above 0 requests per second");
        }
        return rate;
    }

    public static double margin(Node node) {
        var share = Units.percent(scalar(node));
        if (!(share > 0 && share < 1)) {
            throw new WrongInput(
                    "must be above 0% and below 100%, was " + TextSanitizer.quoted(scalar(node)));
        }
        return share;
    }

    /// A count, as in `400` or `10k`.
    public static NodeDecoder<Integer> count(int min, int max) {
        return node -> inRange(Units.count(scalar(node)), min, max);
    }

    /// A whole number, without `k` or `M`.
    public static NodeDecoder<Integer> whole(int min, int max) {
        return node -> (int) inRange(whole(node), min, max);
    }

    public static long whole(Node node) {
        if (node instanceof Scalar(var text, var type, var _)
                && type == ScalarType.NUMBER
                && text.matches("-?\\d{1,19}")) {
            try {
                return Long.parseLong(text);
            } catch (NumberFormatException e) {
                throw new WrongInput(text + " does not fit into 64 bits");
            }
        }
        throw unexpected("a whole number", node);
    }

    /// The values for [#oneOf] by name, in the order in which a message lists them.
    public static <T> Map<String, T> byName(List<T> values, Function<T, String> name) {
        var byName = new LinkedHashMap<String, T>();
        values.forEach(value -> byName.put(name.apply(value), value));
        return byName;
    }

    public static <T> NodeDecoder<T> oneOf(Map<String, T> values, String noun) {
        return node -> Suggestions.known(text(node), noun, values);
    }

    public static Mapping mapping(Node node) {
        return switch (node) {
            case Mapping mapping -> mapping;
            case Scalar _, Sequence _ -> throw unexpected("a mapping", node);
        };
    }

    public static Sequence sequence(Node node) {
        return switch (node) {
            case Sequence sequence -> sequence;
            case Scalar _, Mapping _ -> throw unexpected("a list", node);
        };
    }

    private static WrongInput unexpected(String expected, Node node) {
        return new WrongInput("expected %s, found %s".formatted(expected, node.description()));
    }

    public static int inRange(int value, int min, int max) {
        return (int) inRange((long) value, min, max);
    }

    private static long inRange(long value, long min, long max) {
        if (value < min || value > max) {
            throw new WrongInput("must be between %d and %d, was %d".formatted(min, max, value));
        }
        return value;
    }
}

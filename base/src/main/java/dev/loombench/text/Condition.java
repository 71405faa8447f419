package dev.loombench.text;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// A condition on a figure as `--fail-if` takes it, `[variant] [metric] sign limit`: `p99>50ms`,
/// `new throughput<0.95x`.
///
/// @param text as on the command line
/// @param variant empty for each
/// @param metric empty for that of the verdict
/// @param limit not empty, without a sign
public record Condition(
        String text, Optional<String> variant, String metric, Sign sign, String limit) {
    private static final Pattern REST =
            Pattern.compile("\\s*([^\\s<>=]*)\\s*(<=|>=|<|>)\\s*([^\\s<>=].*?)\\s*");
    private static final Pattern FACTOR = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,9})?)\\s*x");

    /// How the figure stands to the limit where the condition holds.
    public enum Sign {
        ABOVE,
        AT_LEAST,
        BELOW,
        AT_MOST;

        private static Sign of(String sign) {
            return switch (sign) {
                case ">" -> ABOVE;
                case ">=" -> AT_LEAST;
                case "<" -> BELOW;
                case "<=" -> AT_MOST;
                default -> throw new IllegalArgumentException("no sign " + sign);
            };
        }

        /// Whether it holds for small figures.
        public boolean below() {
            return this == BELOW || this == AT_MOST;
        }

        public boolean holds(double figure, double limit) {
            return switch (this) {
                case ABOVE -> figure > limit;
                case AT_LEAST -> figure >= limit;
                case BELOW -> figure < limit;
                case AT_MOST -> figure <= limit;
            };
        }
    }

    /// @param variants names that it may begin with
    /// @return empty where the text has not that form
    public static Optional<Condition> parse(String text, List<String> variants) {
        var condition = text.strip();
        var variant = nameAtStartOf(condition, variants);
        var rest = REST.matcher(condition.substring(variant.map(String::length).orElse(0)));
        return rest.matches()
                ? Optional.of(
                        new Condition(
                                condition,
                                variant,
                                rest.group(1),
                                Sign.of(rest.group(2)),
                                rest.group(3)))
                : Optional.empty();
    }

    /// The longest name at the start of the text: a name may be a prefix of another.
    private static Optional<String> nameAtStartOf(String text, List<String> names) {
        return names.stream()
                .sorted(Comparator.comparingInt(String::length).reversed())
                .filter(text::startsWith)
                .filter(name -> isEndOfName(text.substring(name.length())))
                .findFirst();
    }

    private static boolean isEndOfName(String rest) {
        return rest.isEmpty()
                || Character.isWhitespace(rest.charAt(0))
                || "<>=".indexOf(rest.charAt(0)) >= 0;
    }

    /// The limit as a factor of another figure, as in `0.95x`; empty where it is a figure.
    public Optional<Double> factor() {
        var factor = FACTOR.matcher(limit);
        return factor.matches() ? Optional.of(Double.valueOf(factor.group(1))) : Optional.empty();
    }
}

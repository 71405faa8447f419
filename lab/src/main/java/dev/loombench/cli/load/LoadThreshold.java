package dev.loombench.cli.load;

import dev.loombench.spec.text.SpecError;
import java.util.regex.Pattern;

/// A condition under which a load has failed, as in `p99>50ms`.
///
/// @param text as it was given
/// @param bound in the metric's unit
public record LoadThreshold(String text, LoadMetric metric, Operator operator, double bound) {
    private static final Pattern EXPRESSION =
            Pattern.compile("\\s*([^\\s<>=]+)\\s*(>=|<=|>|<)\\s*([^\\s<>=].*?)\\s*");
    private static final String DUE =
            ("--fail-if takes a metric (%s), one of > >= < <=, and a bound, in quotes:"
                            + " 'p99>50ms', 'rps<900', 'errors>1%%'")
                    .formatted(LoadMetric.KNOWN);

    enum Operator {
        ABOVE,
        AT_LEAST,
        BELOW,
        AT_MOST;

        static Operator of(String sign) {
            return switch (sign) {
                case ">" -> ABOVE;
                case ">=" -> AT_LEAST;
                case "<" -> BELOW;
                case "<=" -> AT_MOST;
                default -> throw new IllegalArgumentException("no operator " + sign);
            };
        }

        boolean below() {
            return this == BELOW || this == AT_MOST;
        }

        boolean holds(double figure, double bound) {
            return switch (this) {
                case ABOVE -> figure > bound;
                case AT_LEAST -> figure >= bound;
                case BELOW -> figure < bound;
                case AT_MOST -> figure <= bound;
            };
        }
    }

    /// @throws SpecError when it is none; says what is due
    public static LoadThreshold parse(String text) {
        var expression = EXPRESSION.matcher(text);
        if (!expression.matches()) {
            throw wrong(text, "is no threshold");
        }
        var bound = expression.group(3);
        var metric =
                LoadMetric.named(expression.group(1), bound.endsWith("%"))
                        .orElseThrow(() ->
                                wrong(text, "names no metric \"" + expression.group(1) + "\""));
        try {
            return new LoadThreshold(
                    text.strip(),
                    metric,
                    Operator.of(expression.group(2)),
                    metric.unit().parse(bound));
        } catch (SpecError e) {
            throw wrong(text, "has a wrong bound: " + e.getMessage());
        }
    }

    /// Whether the load has failed by it. A figure that was not measured fails nothing: that no
    /// request was answered is a doubt of its own.
    boolean failedBy(LoadSummary summary) {
        var figure = metric.of(summary);
        return figure.isPresent() && operator.holds(figure.getAsDouble(), bound);
    }

    /// `p99 is 62.1 ms (--fail-if 'p99>50ms')`.
    String sentence(LoadSummary summary) {
        var figure = metric.of(summary);
        return "%s is %s (--fail-if '%s')"
                .formatted(
                        metric.label(),
                        figure.isPresent()
                                ? metric.unit().text(figure.getAsDouble())
                                : "not measured",
                        text);
    }

    private static SpecError wrong(String text, String what) {
        return new SpecError("\"%s\" %s; %s".formatted(text, what, DUE));
    }
}

package dev.loombench.cli.load;

import dev.loombench.spec.text.SpecError;
import java.util.regex.Pattern;

/// A condition under which a load has failed, as in `p99>50ms`.
///
/// @param text as on the command line
/// @param limit in the metric's unit
public record LoadThreshold(String text, LoadMetric metric, Operator operator, double limit) {
    private static final Pattern EXPRESSION =
            Pattern.compile("\\s*([^\\s<>=]+)\\s*(>=|<=|>|<)\\s*([^\\s<>=].*?)\\s*");
    private static final String EXPECTED =
            ("--fail-if takes a metric (%s), one of > >= < <=, and a limit, in quotes:"
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

        boolean holds(double figure, double limit) {
            return switch (this) {
                case ABOVE -> figure > limit;
                case AT_LEAST -> figure >= limit;
                case BELOW -> figure < limit;
                case AT_MOST -> figure <= limit;
            };
        }
    }

    /// @throws SpecError when the text is no threshold; the message shows the expected form
    public static LoadThreshold parse(String text) {
        var expression = EXPRESSION.matcher(text);
        if (!expression.matches()) {
            throw wrong(text, "is no threshold");
        }
        var limit = expression.group(3);
        var metric =
                LoadMetric.named(expression.group(1), limit.endsWith("%"))
                        .orElseThrow(() ->
                                wrong(text, "names no metric \"" + expression.group(1) + "\""));
        try {
            return new LoadThreshold(
                    text.strip(),
                    metric,
                    Operator.of(expression.group(2)),
                    metric.unit().parse(limit));
        } catch (SpecError e) {
            throw wrong(text, "has a wrong limit: " + e.getMessage());
        }
    }

    /// Whether the load has failed. A figure that was not measured violates nothing: a load without
    /// good responses is invalid.
    boolean isViolatedBy(LoadSummary summary) {
        var figure = metric.of(summary);
        return figure.isPresent() && operator.holds(figure.getAsDouble(), limit);
    }

    /// `p99 is 62.1 ms (--fail-if 'p99>50ms')`.
    String message(LoadSummary summary) {
        var figure = metric.of(summary);
        return "%s is %s (--fail-if '%s')"
                .formatted(
                        metric.name(summary),
                        figure.isPresent()
                                ? metric.unit().text(figure.getAsDouble())
                                : "not measured",
                        text);
    }

    private static SpecError wrong(String text, String what) {
        return new SpecError("\"%s\" %s; %s".formatted(text, what, EXPECTED));
    }
}

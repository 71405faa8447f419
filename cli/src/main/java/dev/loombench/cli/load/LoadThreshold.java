package dev.loombench.cli.load;

import dev.loombench.spec.text.Condition;
import dev.loombench.spec.text.Condition.Sign;
import dev.loombench.spec.text.SpecError;
import java.util.List;

/// A condition under which a load has failed, as in `p99>50ms`.
///
/// @param text as on the command line
/// @param limit in the metric's unit
public record LoadThreshold(String text, LoadMetric metric, Sign sign, double limit) {
    private static final String EXPECTED =
            ("--fail-if takes a metric (%s), one of > >= < <=, and a limit, in quotes:"
                            + " 'p99>50ms', 'rps<900', 'errors>1%%'")
                    .formatted(LoadMetric.KNOWN);

    /// @throws SpecError when the text is no threshold; the message shows the expected form
    public static LoadThreshold parse(String text) {
        var condition =
                Condition.parse(text, List.of())
                        .filter(parsed -> !parsed.metric().isEmpty())
                        .orElseThrow(() -> wrong(text, "is no threshold"));
        var metric =
                LoadMetric.named(condition.metric(), condition.limit().endsWith("%"))
                        .orElseThrow(() ->
                                wrong(text, "names no metric \"" + condition.metric() + "\""));
        try {
            return new LoadThreshold(
                    condition.text(),
                    metric,
                    condition.sign(),
                    metric.unit().parse(condition.limit()));
        } catch (SpecError e) {
            throw wrong(text, "has a wrong limit: " + e.getMessage());
        }
    }

    /// Whether the load has failed. A figure that was not measured violates nothing: a load without
    /// good responses is invalid.
    boolean isViolatedBy(LoadSummary summary) {
        var figure = metric.of(summary);
        return figure.isPresent() && sign.holds(figure.getAsDouble(), limit);
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

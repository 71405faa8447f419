package dev.loombench.load.threshold;

import dev.loombench.load.result.ResponsesBeyond;
import dev.loombench.load.threshold.LoadMetric.Aggregate;
import dev.loombench.text.Condition;
import dev.loombench.text.Condition.Sign;
import dev.loombench.text.Figures;
import dev.loombench.text.WrongInput;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/// A condition under which a load has failed, as in `p99>50ms`.
///
/// @param text as on the command line
/// @param limit in the metric's unit
public record LoadThreshold(String text, LoadMetric metric, Sign sign, double limit) {
    /// Percentiles that higher ones are at least as long as.
    private static final List<Double> LOWER = List.of(50.0, 75.0, 90.0, 95.0, 99.0);

    private static final String EXPECTED =
            ("--fail-if takes a metric (%s), one of > >= < <=, and a limit, in quotes:"
                            + " 'p99>50ms', 'rps<900', 'errors>1%%'")
                    .formatted(LoadMetric.KNOWN);

    /// @throws WrongInput when the text is no threshold; the message shows the expected form
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
        } catch (WrongInput e) {
            throw wrong(text, "has a wrong limit: " + e.getMessage());
        }
    }

    private static WrongInput wrong(String text, String what) {
        return new WrongInput("\"%s\" %s; %s".formatted(text, what, EXPECTED));
    }

    /// What a load means for a threshold.
    public enum Outcome {
        PASSED,
        /// The figure is no evidence: the percentile has too few responses beyond it, for one.
        UNDECIDED,
        FAILED
    }

    /// A figure that was not measured violates nothing: a load without good responses is invalid.
    public Outcome of(LimitedFigures figures) {
        var figure = metric.of(figures);
        if (figure.isEmpty()) {
            return Outcome.PASSED;
        }
        if (isOfFew(figures)) {
            return Outcome.UNDECIDED;
        }
        return holds(figure) ? Outcome.FAILED : Outcome.PASSED;
    }

    /// Whether a lower percentile with enough responses beyond it is above the limit already.
    private boolean isExceededBelow(LimitedFigures figures) {
        return !sign.below()
                && metric instanceof LoadMetric.Percentile(_, double percent)
                && LOWER.stream()
                        .filter(lower -> lower < percent)
                        .filter(lower -> !ResponsesBeyond.areFew(figures.responsesBeyond(lower)))
                        .anyMatch(lower -> holds(figures.percentile(lower)));
    }

    /// Whether it limits a percentile beyond which too few responses lie, and which no lower one
    /// shows to be above the limit.
    public boolean isOfFew(LimitedFigures figures) {
        return metric instanceof LoadMetric.Percentile(_, double percent)
                && ResponsesBeyond.areFew(figures.responsesBeyond(percent))
                && !isExceededBelow(figures);
    }

    /// False where nothing was measured.
    public boolean holds(OptionalDouble figure) {
        return figure.isPresent() && sign.holds(figure.getAsDouble(), limit);
    }

    /// Whether it limits the errors from above.
    public boolean limitsErrors() {
        return !sign.below() && (metric == Aggregate.ERRORS || metric == Aggregate.ERROR_SHARE);
    }

    /// Whether it limits the throughput from below.
    public boolean limitsThroughput() {
        return sign.below() && metric == Aggregate.RPS;
    }

    /// `p99 is 62.1 ms (--fail-if 'p99>50ms')`.
    public String measured(LimitedFigures figures) {
        return "%s is %s (--fail-if '%s')"
                .formatted(metric.name(figures), figure(metric.of(figures)), text);
    }

    /// The figure in words.
    public String figure(OptionalDouble figure) {
        return figure.isPresent() ? metric.unit().text(figure.getAsDouble()) : "not measured";
    }

    /// Why it [is of few][#isOfFew].
    ///
    /// @param options with which a load has enough responses
    public String tooFew(LimitedFigures figures, String options) {
        return String.format(
                Locale.ROOT,
                "%,d of %,d responses lie beyond %s, which is judged from %s on: measure with %s (--fail-if '%s')",
                ResponsesBeyond.whole(beyond(figures)),
                figures.responseTime().getTotalCount(),
                metric.name(figures),
                Figures.axis(ResponsesBeyond.ENOUGH),
                options,
                text);
    }

    /// What would have enough responses beyond its percentile, in whole units.
    ///
    /// @param present what had those of the load: a time, or a number of requests
    public long sufficient(LimitedFigures figures, double present) {
        return ResponsesBeyond.sufficient(present, beyond(figures));
    }

    private double beyond(LimitedFigures figures) {
        return metric instanceof LoadMetric.Percentile(_, double percent)
                ? figures.responsesBeyond(percent)
                : Double.POSITIVE_INFINITY;
    }
}

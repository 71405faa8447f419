package dev.loombench.cli.load.result;

import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.analysis.trial.Latency;
import dev.loombench.analysis.validity.percentile.QueueFinding;
import dev.loombench.analysis.validity.percentile.TailFinding;
import dev.loombench.analysis.validity.stationarity.LevelChange;
import dev.loombench.stats.Trend;
import dev.loombench.text.Condition;
import dev.loombench.text.Condition.Sign;
import dev.loombench.text.Figures;
import dev.loombench.text.WrongInput;
import dev.loombench.traffic.LoadModel;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/// A condition under which a load has failed, as in `p99>50ms`.
///
/// @param text as on the command line
/// @param limit in the metric's unit
public record LoadThreshold(String text, LoadMetric metric, Sign sign, double limit) {
    private static final String EXPECTED =
            ("--fail-if takes a metric (%s), one of > >= < <=, and a limit, in quotes:"
                            + " 'p99>50ms', 'rps<900', 'errors>1%%'")
                    .formatted(LoadMetric.KNOWN);

    /// A percentile of a window that is far too short for the server's queue may be this many times
    /// as high, and of one that is hardly too short the second: our choice, from such windows of
    /// simulated queues, whose p99 is 0.35 to 0.97 of it on average (docs/method/queues.md).
    private static final double TOO_LOW = 5;

    private static final double HARDLY_TOO_LOW = 1.5;

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

    /// What a load means for a threshold.
    public enum Outcome {
        PASSED,
        /// Too few responses lie beyond the percentile, or it is below the limit and the window is
        /// too short for the server's queue, or its level changed from one side of the limit to the
        /// other.
        UNDECIDED,
        FAILED
    }

    /// A figure that was not measured violates nothing: a load without good responses is invalid.
    public Outcome of(LoadSummary summary) {
        var figure = metric.of(summary);
        if (figure.isEmpty()) {
            return Outcome.PASSED;
        }
        if (tail().filter(
                        p ->
                                p.isOfFew(summary.latency())
                                        || queue(p, summary).isPresent()
                                        || levelsAround(p, summary).isPresent())
                .isPresent()) {
            return Outcome.UNDECIDED;
        }
        return sign.holds(figure.getAsDouble(), limit) ? Outcome.FAILED : Outcome.PASSED;
    }

    /// The percentile that it limits; empty for another metric.
    Optional<TailFinding.Percentile> tail() {
        return metric instanceof LoadMetric.Percentile(var label, double percent)
                ? Optional.of(new TailFinding.Percentile(label, percent))
                : Optional.empty();
    }

    /// The queue that the window is too short for, where the percentile may be above the limit: it
    /// is mostly too low.
    private Optional<QueueFinding> queue(TailFinding.Percentile percentile, LoadSummary summary) {
        double figure = metric.of(summary).orElse(0);
        return figure < limit
                ? summary.shorterThanQueue()
                        .filter(queue -> queue.concerns(percentile))
                        .filter(queue -> limit < figure * tooLow(queue.share(percentile)))
                : Optional.empty();
    }

    /// The change of level within the window, where the condition holds before it and not after, or
    /// the opposite. A server that slows down until the condition holds has failed.
    private Optional<LevelChange> levelsAround(
            TailFinding.Percentile percentile, LoadSummary summary) {
        return summary.levelChange()
                .filter(change ->
                        holds(change.earlier(percentile.percent()))
                                != holds(change.last(percentile.percent())))
                .filter(change ->
                        !(change.finding().trend() instanceof Trend.SlowingDown)
                                || !holds(change.last(percentile.percent())));
    }

    private boolean holds(OptionalDouble figure) {
        return figure.isPresent() && sign.holds(figure.getAsDouble(), limit);
    }

    /// @param share of the observations that are needed
    private static double tooLow(double share) {
        return Math.max(HARDLY_TOO_LOW, TOO_LOW * (1 - share));
    }

    /// `p99 is 62.1 ms (--fail-if 'p99>50ms')`, or why it is undecided.
    public String message(LoadSummary summary) {
        return tail().filter(_ -> of(summary) == Outcome.UNDECIDED)
                .map(percentile -> undecided(percentile, summary))
                .orElseGet(() -> measured(summary));
    }

    private String undecided(TailFinding.Percentile percentile, LoadSummary summary) {
        var latency = summary.latency();
        var change = levelsAround(percentile, summary);
        if (!percentile.isOfFew(latency) && change.isPresent()) {
            return "%s is %s at first and %s at last: measure with a longer warm-up (--warm-up) (--fail-if '%s')"
                    .formatted(
                            metric.name(summary),
                            text(change.get().earlier(percentile.percent())),
                            text(change.get().last(percentile.percent())),
                            text);
        }
        if (!percentile.isOfFew(latency)) {
            return "%s is %s, which may be too low in a window that is short for the server's queue: measure with %s (--fail-if '%s')"
                    .formatted(
                            metric.name(summary),
                            figure(summary),
                            longer(percentile, summary),
                            text);
        }
        return String.format(
                Locale.ROOT,
                "%,d of %,d responses lie beyond %s, which is judged from %s on: measure with %s (--fail-if '%s')",
                percentile.wholeBeyond(latency),
                latency.responseTime().getTotalCount(),
                metric.name(summary),
                Figures.axis(TailFinding.ENOUGH),
                sufficient(percentile, latency, summary),
                text);
    }

    /// The option with which a load has enough responses.
    private static String sufficient(
            TailFinding.Percentile percentile, Latency latency, LoadSummary summary) {
        var request = summary.request();
        if (request.model() instanceof LoadModel.HeldConnections held) {
            return "-c " + percentile.sufficient(held.connections(), latency);
        }
        if (request.requestCount().isPresent()) {
            double count = request.requestCount().getAsLong();
            return "-n " + percentile.sufficient(count, latency);
        }
        double seconds = summary.result().window().seconds();
        return LongerRun.window(Duration.ofSeconds(percentile.sufficient(seconds, latency)));
    }

    /// The option with which a load is long enough for the server's queue.
    private String longer(TailFinding.Percentile percentile, LoadSummary summary) {
        var window = queue(percentile, summary).orElseThrow().sufficient(percentile);
        var count = summary.request().requestCount();
        double times = window.toSeconds() / summary.result().window().seconds();
        return count.isPresent()
                ? "-n " + (long) Math.ceil(summary.result().counts().sent() * times)
                : LongerRun.window(window);
    }

    private String measured(LoadSummary summary) {
        return "%s is %s (--fail-if '%s')".formatted(metric.name(summary), figure(summary), text);
    }

    private String figure(LoadSummary summary) {
        return text(metric.of(summary));
    }

    private String text(OptionalDouble figure) {
        return figure.isPresent() ? metric.unit().text(figure.getAsDouble()) : "not measured";
    }

    private static WrongInput wrong(String text, String what) {
        return new WrongInput("\"%s\" %s; %s".formatted(text, what, EXPECTED));
    }
}

package dev.loombench.analysis.load;

import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.analysis.validity.percentile.QueueFinding;
import dev.loombench.analysis.validity.percentile.TailFinding;
import dev.loombench.analysis.validity.stationarity.LevelChange;
import dev.loombench.load.threshold.LoadMetric;
import dev.loombench.load.threshold.LoadThreshold;
import dev.loombench.load.threshold.LoadThreshold.Outcome;
import dev.loombench.stats.series.Trend;
import dev.loombench.traffic.LoadModel;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;

/// A threshold and what a load means for it: it is undecided also where the figure is below the
/// limit and the window is too short for the server's queue, and where the level changed from one
/// side of the limit to the other.
public record JudgedThreshold(LoadThreshold threshold, LoadSummary summary) {
    /// A percentile of a window that is far too short for the server's queue may be this many times
    /// as high, and of one that is hardly too short the second: our choice, from such windows of
    /// simulated queues, whose p99 is 0.35 to 0.97 of it on average (docs/method/queues.md).
    private static final double TOO_LOW = 5;

    private static final double HARDLY_TOO_LOW = 1.5;

    public Outcome outcome() {
        var outcome = threshold.of(summary);
        return figure().isPresent()
                        && tail(threshold)
                                .filter(p -> queue(p).isPresent() || levelsAround(p).isPresent())
                                .isPresent()
                ? Outcome.UNDECIDED
                : outcome;
    }

    /// As on the command line.
    public String text() {
        return threshold.text();
    }

    /// In the unit of the metric; empty where it was not measured.
    public OptionalDouble figure() {
        return threshold.metric().of(summary);
    }

    /// The percentile that a threshold limits; empty for another metric.
    static Optional<TailFinding.Percentile> tail(LoadThreshold threshold) {
        return threshold.metric() instanceof LoadMetric.Percentile(var label, double percent)
                ? Optional.of(new TailFinding.Percentile(label, percent))
                : Optional.empty();
    }

    /// The queue that the window is too short for, where the percentile may be above the limit: it
    /// is mostly too low.
    private Optional<QueueFinding> queue(TailFinding.Percentile percentile) {
        double figure = figure().orElse(0);
        double limit = threshold.limit();
        return figure < limit
                ? summary.shorterThanQueue()
                        .filter(queue -> queue.concerns(percentile))
                        .filter(queue -> limit < figure * tooLow(queue.share(percentile)))
                : Optional.empty();
    }

    /// The change of level within the window, where the condition holds before it and not after, or
    /// the opposite. A server that slows down until the condition holds has failed.
    private Optional<LevelChange> levelsAround(TailFinding.Percentile percentile) {
        return summary.levelChange()
                .filter(change ->
                        threshold.holds(change.earlier(percentile.percent()))
                                != threshold.holds(change.last(percentile.percent())))
                .filter(change ->
                        !(change.finding().trend() instanceof Trend.SlowingDown)
                                || !threshold.holds(change.last(percentile.percent())));
    }

    /// @param share of the observations that are needed
    private static double tooLow(double share) {
        return Math.max(HARDLY_TOO_LOW, TOO_LOW * (1 - share));
    }

    /// `p99 is 62.1 ms (--fail-if 'p99>50ms')`, or why it is undecided.
    public String message() {
        return outcome() == Outcome.UNDECIDED
                ? undecided(tail(threshold).orElseThrow())
                : threshold.measured(summary);
    }

    private String undecided(TailFinding.Percentile percentile) {
        if (threshold.isOfFew(summary)) {
            return threshold.tooFew(summary, sufficient());
        }
        var change = levelsAround(percentile);
        if (change.isPresent()) {
            return "%s is %s at first and %s at last: measure with a longer warm-up (--warm-up) (--fail-if '%s')"
                    .formatted(
                            threshold.metric().name(summary),
                            threshold.figure(change.get().earlier(percentile.percent())),
                            threshold.figure(change.get().last(percentile.percent())),
                            text());
        }
        return "%s is %s, which may be too low in a window that is short for the server's queue: measure with %s (--fail-if '%s')"
                .formatted(
                        threshold.metric().name(summary),
                        threshold.figure(figure()),
                        longer(percentile),
                        text());
    }

    /// The option with which a load has enough responses.
    private String sufficient() {
        var request = summary.request();
        if (request.model() instanceof LoadModel.HeldConnections held) {
            return "-c " + threshold.sufficient(summary, held.connections());
        }
        if (request.requestCount().isPresent()) {
            double count = request.requestCount().getAsLong();
            return "-n " + threshold.sufficient(summary, count);
        }
        double seconds = summary.result().window().seconds();
        return LongerRun.window(Duration.ofSeconds(threshold.sufficient(summary, seconds)));
    }

    /// The option with which a load is long enough for the server's queue.
    private String longer(TailFinding.Percentile percentile) {
        var window = queue(percentile).orElseThrow().sufficient(percentile);
        var count = summary.request().requestCount();
        double times = window.toSeconds() / summary.result().window().seconds();
        return count.isPresent()
                ? "-n " + (long) Math.ceil(summary.result().counts().sent() * times)
                : LongerRun.window(window);
    }
}

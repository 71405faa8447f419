package dev.loombench.analysis.trial;

import dev.loombench.observe.result.MetricId;
import dev.loombench.observe.result.Observation.Point;
import dev.loombench.observe.result.Observation.Series;
import dev.loombench.result.TrialOutcome.Completed;
import java.util.List;
import java.util.Optional;

/// A server's own handler statistics, between two samples at both ends of the window.
///
/// A sample describes the time at which its response arrived, which may be a response time after
/// the end of the window: rates and means can be compared with those of the window, counts cannot.
///
/// @param completed requests whose handler has ended, above 0
/// @param handlerSeconds total time of these in handlers
/// @param seconds between the samples, above 0
public record HandlerStats(double completed, double handlerSeconds, double seconds) {

    /// The statistics of one trial; empty where the server reported none, or no handler ended.
    public static Optional<HandlerStats> of(Completed trial) {
        var completed = points(trial, MetricId.HANDLERS_LEFT);
        var time = points(trial, MetricId.HANDLERS_TIME);
        return completed.size() < 2 || time.size() < 2
                ? Optional.empty()
                : Optional.of(
                                new HandlerStats(
                                        growth(completed),
                                        growth(time) / 1e9,
                                        (completed.getLast().nanos() - completed.getFirst().nanos())
                                                / 1e9))
                        .filter(h -> h.completed() > 0 && h.seconds() > 0);
    }

    /// The sum over all trials that have the evidence.
    public static Optional<HandlerStats> of(List<Completed> trials) {
        return trials.stream().flatMap(t -> of(t).stream()).reduce(HandlerStats::plus);
    }

    /// Mean time in a handler.
    public double meanSeconds() {
        return handlerSeconds / completed;
    }

    /// Mean number of requests in a handler: `N = X * R` for the handlers alone.
    public double meanConcurrency() {
        return handlerSeconds / seconds;
    }

    public double perSecond() {
        return completed / seconds;
    }

    private HandlerStats plus(HandlerStats other) {
        return new HandlerStats(
                completed + other.completed,
                handlerSeconds + other.handlerSeconds,
                seconds + other.seconds);
    }

    private static List<Point> points(Completed trial, MetricId metric) {
        return trial.series(metric).map(Series::points).orElse(List.of());
    }

    private static double growth(List<Point> points) {
        return points.getLast().value() - points.getFirst().value();
    }
}

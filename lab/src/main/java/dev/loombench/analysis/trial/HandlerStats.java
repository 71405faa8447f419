package dev.loombench.analysis.trial;

import dev.loombench.result.MetricId;
import dev.loombench.result.Observation.Point;
import dev.loombench.result.Observation.Series;
import dev.loombench.result.TrialOutcome.Completed;
import java.util.List;
import java.util.Optional;

/// What a server told of its own handlers, between the looks at both ends of the window.
///
/// A look tells of the time when its answer came, which may be a response time after the end of the
/// window that it was asked at: rates and means may be compared with those of the window, counts
/// may not.
///
/// @param left requests that have left a handler, above 0
/// @param inSeconds time that these were in it, added up
/// @param seconds between the looks, above 0
public record HandlerStats(double left, double inSeconds, double seconds) {

    /// Of one trial; empty where the server told nothing, or nothing left a handler.
    static Optional<HandlerStats> of(Completed trial) {
        var left = points(trial, MetricId.HANDLERS_LEFT);
        var time = points(trial, MetricId.HANDLERS_TIME);
        return left.size() < 2 || time.size() < 2
                ? Optional.empty()
                : Optional.of(
                                new HandlerStats(
                                        grown(left),
                                        grown(time) / 1e9,
                                        (left.getLast().nanos() - left.getFirst().nanos()) / 1e9))
                        .filter(h -> h.left() > 0 && h.seconds() > 0);
    }

    /// Of all trials that have the evidence.
    public static Optional<HandlerStats> of(List<Completed> trials) {
        return trials.stream().flatMap(t -> of(t).stream()).reduce(HandlerStats::plus);
    }

    /// Mean time in a handler, s.
    public double mean() {
        return inSeconds / left;
    }

    /// Mean number of requests in a handler: `N = X * R`, of the handlers alone.
    public double inside() {
        return inSeconds / seconds;
    }

    public double perSecond() {
        return left / seconds;
    }

    private HandlerStats plus(HandlerStats other) {
        return new HandlerStats(
                left + other.left, inSeconds + other.inSeconds, seconds + other.seconds);
    }

    private static List<Point> points(Completed trial, MetricId figure) {
        return trial.series(figure).map(Series::points).orElse(List.of());
    }

    private static double grown(List<Point> points) {
        return points.getLast().value() - points.getFirst().value();
    }
}

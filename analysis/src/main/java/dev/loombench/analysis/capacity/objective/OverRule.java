package dev.loombench.analysis.capacity.objective;

import dev.loombench.analysis.capacity.objective.Objective.Errors;
import dev.loombench.analysis.capacity.objective.Objective.Mean;
import dev.loombench.analysis.capacity.objective.Objective.Percentile;
import java.time.Duration;

/// The decision during a window that it cannot hold its objectives any more.
///
/// It is causal: it uses only what has happened. A window is over
///
/// - when more responses have exceeded a percentile's limit than `burn` times what it allows for
///   the whole window. Requests without a response count as soon as they must be older than the
///   limit: those beyond the arrivals of the last `limit`.
/// - when more requests have failed than that many times what the whole window allows.
/// - when the backlog holds more than `max(1 s, min(2 * longest limit, 2 * light + 300 requests))`
///   of arrivals, whatever the objectives are: the server does not keep up. Without a limit for
///   response times it is `max(1 s, 2 * light)`: requests that take some seconds are no backlog.
///
/// A window that was not cut short is over as well where its requests [pile up][#isBehind].
///
/// Up to a limit of seconds a backlog would grow for longer than the window, at a rate that is far
/// above the capacity. 300 requests are few beside such a limit at a high rate, and a queue that is
/// no longer has nearly the same capacity: M/M/1 of 500/s holds a p99 of 5 s up to 499/s, and 300
/// requests are in its queue with less than 1 % up to 492/s, as `(rate / 500)^300`. In a window of
/// ten times the limit or longer a growing backlog exceeds the limit by itself, and a pause that
/// the limit allows may leave more than a second of arrivals: `2 * longest limit` count there.
///
/// The number of arrivals is random; where the rule depends on it, it takes the end of its range
/// that keeps the window open: `n + 3 * sqrt(n)` for the whole window, `n + 5 * sqrt(n) + 5` for
/// the last arrivals.
///
/// @param rate of the arrivals, requests/s
/// @param length of the whole window
/// @param burn from which on the window is over: 1 where only the violation matters
/// @param lightSeconds mean response time under a light load, infinite where it is not known
public record OverRule(
        Objectives objectives, double rate, Duration length, double burn, double lightSeconds) {
    private static final double SHORTEST_BACKLOG_SECONDS = 1;

    /// Requests by which a backlog may exceed that of the light load.
    private static final double BACKLOG = 300;

    /// Limits in a window that is long enough for a backlog to exceed one.
    private static final double LONG = 10;

    /// @param soFar responses and errors since the window opened
    /// @param outstanding requests that have arrived and have no response
    public boolean isOver(WindowCounts soFar, double outstanding) {
        return backlogIsOver(outstanding)
                || objectives.all().stream().anyMatch(o -> isOver(o, soFar, outstanding));
    }

    /// The last part of the rule alone, for a window above the capacity.
    public boolean backlogIsOver(double outstanding) {
        return outstanding > arrivals(Math.max(SHORTEST_BACKLOG_SECONDS, longestBacklogSeconds()));
    }

    /// Whether at its end fewer requests of a whole window have been answered than arrived, beyond
    /// those that a light load has in flight and beyond chance, as of [#latest] arrivals: the
    /// server does not keep up, however short the requests have waited so far. Not in a window that
    /// is long enough for a backlog to exceed the limit, at whose end may be a pause.
    ///
    /// @param arrived requests, and `ended` responses and errors within the window
    public boolean isBehind(double arrived, double ended) {
        boolean shows = objectives.longestLimit().filter(this::isLongFor).isPresent();
        return !shows && arrived - ended > rate * lightSeconds + 5 * Math.sqrt(arrived) + 5;
    }

    private boolean isLongFor(Duration limit) {
        return seconds(length) >= LONG * seconds(limit);
    }

    private double longestBacklogSeconds() {
        double light = 2 * lightSeconds;
        return objectives
                .longestLimit()
                .map(limit ->
                        isLongFor(limit)
                                ? 2 * seconds(limit)
                                : Math.min(2 * seconds(limit), light + BACKLOG / rate))
                .orElse(light);
    }

    private boolean isOver(Objective objective, WindowCounts soFar, double outstanding) {
        double arrivals = arrivals(seconds(length));
        double most = burn * (arrivals + 3 * Math.sqrt(arrivals));
        return switch (objective) {
            case Percentile p ->
                    soFar.slowerThan(p.limit().toNanos())
                                    + Math.max(0, outstanding - latest(seconds(p.limit())))
                            > p.allowedShare() * most;
            case Errors(var share) -> soFar.errors() > share * most;
            case Mean _ -> false;
        };
    }

    /// The most arrivals of the last `seconds`.
    private double latest(double seconds) {
        double expected = arrivals(seconds);
        return expected + 5 * Math.sqrt(expected) + 5;
    }

    private double arrivals(double seconds) {
        return rate * seconds;
    }

    private static double seconds(Duration time) {
        return time.toNanos() / 1e9;
    }
}

package dev.loombench.result;

import java.util.List;

/// What an observer brought home. Missing evidence is `Unavailable`, never 0.
public sealed interface Observation {

    /// Who looked, as in `proc` or `jmx`.
    String observer();

    /// A figure over time.
    ///
    /// @param points in the order of time, from start to stop of the trial; clip before use
    record Series(String observer, Figure figure, List<Point> points) implements Observation {
        public Series {
            points = List.copyOf(points);
        }
    }

    /// Things that happened and took time, as garbage collection pauses do.
    ///
    /// @param name as in `gc.pause`
    record Events(String observer, String name, List<Event> events) implements Observation {
        public Events {
            events = List.copyOf(events);
        }
    }

    /// Evidence that could not be had.
    ///
    /// @param subject what was to be observed, as in `jvm` or `process.cpu`
    record Unavailable(String observer, String subject, String why) implements Observation {}

    /// @param nanos when, on the monotonic clock
    /// @param value in the figure's unit
    record Point(long nanos, double value) {}

    /// @param nanos when it began, on the monotonic clock
    /// @param lengthNanos how long it took
    /// @param what as in `Pause Young (Normal)`
    record Event(long nanos, long lengthNanos, String what) {}
}

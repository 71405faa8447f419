package dev.loombench.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/// What an observer brought home. Missing evidence is `Unavailable`, never 0.
public sealed interface Observation {

    /// Who looked, as in `proc` or `jmx`.
    String observer();

    /// A figure over time.
    ///
    /// @param points in the order of time, from start to stop of the trial; clip before use
    record Series(
            @JsonProperty("observer") String observer,
            @JsonProperty("metric") MetricId metric,
            @JsonProperty("points") List<Point> points)
            implements Observation {
        public Series {
            points = List.copyOf(points);
        }

        /// What a counter grew by within the window, read between its points by straight lines.
        ///
        /// @return in the figure's unit; empty when the points do not reach both ends of the window
        public OptionalDouble growth(Window window) {
            var start = at(window.startNanos());
            var end = at(window.endNanos());
            return start.isPresent() && end.isPresent()
                    ? OptionalDouble.of(end.getAsDouble() - start.getAsDouble())
                    : OptionalDouble.empty();
        }

        /// The highest point within the window; empty when none lies in it.
        public OptionalDouble highest(Window window) {
            return points.stream()
                    .filter(p -> window.contains(p.nanos()))
                    .mapToDouble(Point::value)
                    .max();
        }

        /// The value of the point that lies nearest to a time; empty without points.
        public OptionalDouble nearest(long nanos) {
            return points.stream()
                    .min(Comparator.comparingLong(p -> Math.abs(p.nanos() - nanos)))
                    .map(p -> OptionalDouble.of(p.value()))
                    .orElse(OptionalDouble.empty());
        }

        private OptionalDouble at(long nanos) {
            for (int i = 0; i < points.size(); i++) {
                var after = points.get(i);
                long late = after.nanos() - nanos;
                if (late >= 0) {
                    return i == 0
                            ? nearby(late, after)
                            : OptionalDouble.of(between(points.get(i - 1), after, nanos));
                }
            }
            return points.isEmpty()
                    ? OptionalDouble.empty()
                    : nearby(nanos - points.getLast().nanos(), points.getLast());
        }

        private static double between(Point before, Point after, long nanos) {
            double share = (double) (nanos - before.nanos()) / (after.nanos() - before.nanos());
            return before.value() + share * (after.value() - before.value());
        }

        /// Past either end a point still speaks for its neighbourhood.
        private static OptionalDouble nearby(long distanceNanos, Point point) {
            return distanceNanos <= NEARBY_NANOS
                    ? OptionalDouble.of(point.value())
                    : OptionalDouble.empty();
        }

        private static final long NEARBY_NANOS = 50_000_000;
    }

    /// Things that happened and took time, as garbage collection pauses do.
    ///
    /// @param name as in `gc.pause`
    record Events(
            @JsonProperty("observer") String observer,
            @JsonProperty("name") String name,
            @JsonProperty("events") List<Event> events)
            implements Observation {
        public Events {
            events = List.copyOf(events);
        }
    }

    /// All threads at one moment, as the JVM lists them: those of the JVM itself (collector,
    /// compilers) are not among them.
    ///
    /// @param nanos when, on the monotonic clock
    /// @param groups the largest ones, most numerous first
    record ThreadDump(
            @JsonProperty("observer") String observer,
            @JsonProperty("nanos") long nanos,
            @JsonProperty("platform") int platform,
            @JsonProperty("carriers") int carriers,
            @JsonProperty("virtual") int virtual,
            @JsonProperty("groups") List<StackGroup> groups)
            implements Observation {
        /// What is missing where there is none.
        public static final String SUBJECT = "jvm.thread-dump";

        public ThreadDump {
            groups = List.copyOf(groups);
        }

        /// Threads of every kind, those of groups too small to be kept among them.
        public int total() {
            return platform + carriers + virtual;
        }
    }

    /// Virtual threads that waited without letting go of their carrier, from the start of the
    /// measured window until its last answer was there.
    ///
    /// @param count of waits
    /// @param nanos of all waits together
    /// @param observedNanos length of that stretch; empty in runs recorded before it was kept
    /// @param waits by stack, those that took longest first; the largest ones
    record Pinned(
            @JsonProperty("observer") String observer,
            @JsonProperty("count") long count,
            @JsonProperty("nanos") long nanos,
            @JsonProperty("observedNanos") OptionalLong observedNanos,
            @JsonProperty("waits") List<PinnedWaitGroup> waits)
            implements Observation {
        public Pinned {
            observedNanos = observedNanos == null ? OptionalLong.empty() : observedNanos;
            waits = List.copyOf(waits);
        }
    }

    /// Evidence that could not be had.
    ///
    /// @param subject what was to be observed, as in `jvm` or `process.cpu`
    record Unavailable(
            @JsonProperty("observer") String observer,
            @JsonProperty("subject") String subject,
            @JsonProperty("reason") String reason)
            implements Observation {}

    /// @param nanos when, on the monotonic clock
    /// @param value in the figure's unit
    record Point(@JsonProperty("nanos") long nanos, @JsonProperty("value") double value) {}

    /// @param nanos when it began, on the monotonic clock
    /// @param durationNanos how long it took
    /// @param description as in `Pause Young (Normal)`
    record Event(
            @JsonProperty("nanos") long nanos,
            @JsonProperty("durationNanos") long durationNanos,
            @JsonProperty("description") String description) {}
}

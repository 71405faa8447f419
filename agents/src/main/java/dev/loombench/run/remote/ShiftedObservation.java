package dev.loombench.run.remote;

import dev.loombench.observe.result.Observation;
import dev.loombench.observe.result.Observation.Event;
import dev.loombench.observe.result.Observation.Events;
import dev.loombench.observe.result.Observation.Libraries;
import dev.loombench.observe.result.Observation.Pinned;
import dev.loombench.observe.result.Observation.Point;
import dev.loombench.observe.result.Observation.Pool;
import dev.loombench.observe.result.Observation.Profile;
import dev.loombench.observe.result.Observation.Series;
import dev.loombench.observe.result.Observation.ThreadCpu;
import dev.loombench.observe.result.Observation.ThreadDump;
import dev.loombench.observe.result.Observation.Unavailable;
import java.util.List;
import java.util.function.LongUnaryOperator;

/// Observations of another machine, with their times on this machine's clock.
final class ShiftedObservation {
    private ShiftedObservation() {}

    /// @param clock from times of the other machine to those of this one
    static Observation of(Observation observation, LongUnaryOperator clock) {
        return switch (observation) {
            case Series(var observer, var metric, var points) ->
                    new Series(observer, metric, shifted(points, clock));
            case Events(var observer, var name, var events) ->
                    new Events(
                            observer,
                            name,
                            events.stream()
                                    .map(e ->
                                            new Event(
                                                    clock.applyAsLong(e.nanos()),
                                                    e.durationNanos(),
                                                    e.description()))
                                    .toList());
            case ThreadDump dump -> dump.at(clock.applyAsLong(dump.nanos()));
            case Pool pool -> pool.at(clock.applyAsLong(pool.nanos()));
            case ThreadCpu thread ->
                    thread.with(shifted(thread.points(), clock), shifted(thread.waits(), clock));
            case Pinned pinned -> pinned;
            case Profile profile -> profile;
            case Libraries libraries -> libraries;
            case Unavailable missing -> missing;
        };
    }

    private static List<Point> shifted(List<Point> points, LongUnaryOperator clock) {
        return points.stream()
                .map(p -> new Point(clock.applyAsLong(p.nanos()), p.value()))
                .toList();
    }
}

package dev.loombench.run.trial.slice;

import dev.loombench.base.Window;
import dev.loombench.observe.result.MetricId.Accumulation;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/// The time of one server in an interleaved block, which stands still while the server rests and
/// while its load settles. In this time the slices are one window, directly after the warm-up.
///
/// @param origin end of the warm-up, on the monotonic clock
/// @param slices in order of time, after the warm-up
/// @param last as in [WorkCycles]
/// @param responses to the load, which weigh work by the requests that caused it; empty before the
///   observations are read
public record LoadTime(
        long origin, List<Slice> slices, Optional<LastRest> last, Optional<Series> responses) {

    /// @param loaded from the end of the rest before it until the load paused
    /// @param measured part of it
    /// @param restedNanos the time from which no request was left
    public record Slice(Window loaded, Window measured, long restedNanos) {}

    public LoadTime {
        slices = List.copyOf(slices);
    }

    /// All slices as one window.
    public Window window() {
        return new Window(origin, start(slices.size()));
    }

    /// A slice in this time.
    public Window window(int slice) {
        return new Window(start(slice), start(slice + 1));
    }

    private long start(int slice) {
        return origin + slices.stream().limit(slice).mapToLong(s -> s.measured().nanos()).sum();
    }

    private WorkCycles cycles() {
        return new WorkCycles(slices, last);
    }

    /// An observation in this time. A counter loses what it grew by outside the slices; of work, a
    /// slice has the share of its cycle that its responses have. Of a counter that is sampled only
    /// at the ends of the window, the slices have the share of all responses. A gauge loses its
    /// points outside the load.
    public Observation of(Observation observation) {
        return switch (observation) {
            case Series series -> of(series);
            case Events(var observer, var name, var events) ->
                    new Events(
                            observer, name, events.stream().flatMap(e -> of(e).stream()).toList());
            case ThreadDump dump -> dump.at(at(dump.nanos()).orElse(window().endNanos()));
            case Pinned(var observer, var count, var nanos, _, var waits) ->
                    new Pinned(observer, count, nanos, loadedNanos(), waits);
            case Pool pool -> pool.at(at(pool.nanos()).orElse(window().endNanos()));
            case ThreadCpu thread -> of(thread);
            case Profile profile -> profile;
            case Libraries libraries -> libraries;
            case Unavailable missing -> missing;
        };
    }

    private Observation of(Series series) {
        return switch (series.metric().kind()) {
            case GAUGE -> gauge(series);
            case COUNTER, WORK ->
                    (sampledAtSliceEnds(series) ? counter(series) : scaledCounter(series))
                            .<Observation>map(s -> s)
                            .orElseGet(() -> notSampled(series));
        };
    }

    /// Without points where they show nothing about the slices.
    private ThreadCpu of(ThreadCpu thread) {
        return thread.with(points(thread.counter()), points(thread.waited()));
    }

    private List<Point> points(Series counter) {
        return of(counter) instanceof Series inSlices ? inSlices.points() : List.of();
    }

    /// A source that is sampled only at the ends of the window may respond too late while requests
    /// queue; as in a window without slices, its figures are then missing.
    private Observation notSampled(Series series) {
        return series.valueAt(origin).isEmpty()
                ? new Series(series.observer(), series.metric(), List.of())
                : new Unavailable(
                        series.observer(),
                        series.metric().label(),
                        "not sampled at the ends of the window");
    }

    private Optional<Event> of(Event event) {
        var at = at(event.nanos());
        return at.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        new Event(at.getAsLong(), event.durationNanos(), event.description()));
    }

    private Series gauge(Series series) {
        var points = new ArrayList<Point>();
        for (var point : series.points()) {
            var at = atLoaded(point.nanos());
            if (at.isPresent()) {
                points.add(new Point(at.getAsLong(), point.value()));
            }
        }
        return new Series(series.observer(), series.metric(), points);
    }

    private boolean sampledAtSliceEnds(Series series) {
        return slices.stream()
                .allMatch(s ->
                        anyWithin(series, s.loaded().startNanos(), s.measured().startNanos())
                                && anyWithin(
                                        series, s.measured().endNanos(), s.loaded().endNanos()));
    }

    private static boolean anyWithin(Series series, long from, long to) {
        return series.points().stream().anyMatch(p -> p.nanos() - from >= 0 && p.nanos() - to <= 0);
    }

    /// Work is proportional to requests, and a server that rests does none, so the slices have the
    /// same share of a counter as of the responses. Empty without points near the window's ends.
    private Optional<Series> scaledCounter(Series series) {
        var whole =
                new Window(
                        slices.getFirst().measured().startNanos(),
                        slices.getLast().measured().endNanos());
        var before = series.valueAt(whole.startNanos());
        var growth = series.growth(whole);
        var share = measuredShare(whole);
        if (growth.isEmpty() || share.isEmpty()) {
            return Optional.empty();
        }
        var points = new ArrayList<Point>();
        series.points().stream().filter(p -> p.nanos() - origin < 0).forEach(points::add);
        double value = series.valueAt(origin).orElse(before.orElse(0));
        points.add(new Point(origin, value));
        points.add(
                new Point(window().endNanos(), value + growth.getAsDouble() * share.getAsDouble()));
        return Optional.of(new Series(series.observer(), series.metric(), points));
    }

    /// The share of the responses that arrived in the slices.
    private OptionalDouble measuredShare(Window whole) {
        double measured =
                slices.stream().flatMapToDouble(s -> responses(s.measured()).stream()).sum();
        var all = responses(whole);
        return all.isPresent() && all.getAsDouble() > 0
                ? OptionalDouble.of(measured / all.getAsDouble())
                : OptionalDouble.empty();
    }

    /// Empty without points at the ends of a slice.
    private Optional<Series> counter(Series series) {
        var points = new ArrayList<Point>();
        series.points().stream().filter(p -> p.nanos() - origin < 0).forEach(points::add);
        var atOrigin = series.valueAt(origin); // empty for a source that is not sampled before
        double value =
                atOrigin.orElseGet(
                        () -> series.valueAt(slices.getFirst().measured().startNanos()).orElse(0));
        points.add(new Point(origin, value));
        for (int k = 0; k < slices.size(); k++) {
            var slice = slices.get(k).measured();
            var before = series.valueAt(slice.startNanos());
            var after = series.valueAt(slice.endNanos());
            if (before.isEmpty() || after.isEmpty()) {
                return Optional.empty();
            }
            double growth = after.getAsDouble() - before.getAsDouble();
            double counted = counted(series, k, growth);
            for (var point : series.points()) {
                if (slice.contains(point.nanos()) && point.nanos() > slice.startNanos()) {
                    long at = start(k) + (point.nanos() - slice.startNanos());
                    double share =
                            growth == 0 ? 0 : (point.value() - before.getAsDouble()) / growth;
                    points.add(new Point(at, value + share * counted));
                }
            }
            value += counted;
            points.add(new Point(start(k + 1), value));
        }
        return Optional.of(new Series(series.observer(), series.metric(), points));
    }

    /// What counts of a counter for a slice: its growth, or for work the share of its cycle.
    private double counted(Series series, int slice, double growth) {
        return series.metric().kind() == Accumulation.WORK
                ? work(series, slice).orElse(growth)
                : growth;
    }

    /// The work for the responses of a slice: of its whole cycle, the share that they are of the
    /// responses in it. Empty where it was not observed.
    public OptionalDouble work(Series counter, int slice) {
        var all = cycles().work(counter, slice);
        var own = responses(slices.get(slice).measured());
        var cycle = responses(cycles().cycle(slice));
        return all.isPresent() && own.isPresent() && cycle.isPresent() && cycle.getAsDouble() > 0
                ? OptionalDouble.of(all.getAsDouble() * own.getAsDouble() / cycle.getAsDouble())
                : OptionalDouble.empty();
    }

    private OptionalDouble responses(Window window) {
        return responses.map(s -> s.growth(window)).orElse(OptionalDouble.empty());
    }

    /// The share of a counter of work that fell into rests, as in [WorkCycles].
    public OptionalDouble shareAtRest(Series counter) {
        return cycles().shareAtRest(counter);
    }

    /// The share of a counter of work that counts as that of an idle server, as in [WorkCycles].
    public OptionalDouble shareWhenIdle(Series counter) {
        return cycles().shareWhenIdle(counter);
    }

    /// Empty for a time outside warm-up and slices.
    private OptionalLong at(long nanos) {
        if (nanos - origin <= 0) {
            return OptionalLong.of(nanos);
        }
        for (int k = 0; k < slices.size(); k++) {
            var slice = slices.get(k).measured();
            if (slice.contains(nanos)) {
                return OptionalLong.of(start(k) + (nanos - slice.startNanos()));
            }
        }
        return OptionalLong.empty();
    }

    /// The nearest time within the slice for a time at which its load ran.
    private OptionalLong atLoaded(long nanos) {
        for (var slice : slices) {
            if (slice.loaded().contains(nanos)) {
                var measured = slice.measured();
                return at(Math.clamp(nanos, measured.startNanos(), measured.endNanos() - 1));
            }
        }
        return at(nanos);
    }

    private long loadedNanos() {
        return slices.stream().mapToLong(s -> s.loaded().nanos()).sum();
    }
}

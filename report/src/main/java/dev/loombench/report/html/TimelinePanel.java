package dev.loombench.report.html;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.loombench.experiment.Experiment;
import dev.loombench.load.result.LoadResult.Second;
import dev.loombench.observe.result.MetricId;
import dev.loombench.observe.result.Observation.Events;
import dev.loombench.observe.result.Observation.Point;
import dev.loombench.result.TrialOutcome.BatchCompleted;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.result.TrialOutcome.Successful;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/// A timeline of the page: a title, a unit and its lines.
///
/// @param unit of all its lines
/// @param description one sentence
record TimelinePanel(String title, String unit, String description, List<LineSource> lines) {

    /// The source of a line.
    ///
    /// @param key names it among the lines of a trial
    /// @param label added to the variant's name; empty where the panel's title is enough
    /// @param style `solid`, `dashed` or `points`
    record LineSource(
            String key,
            String label,
            String style,
            @JsonIgnore Function<Successful, List<Point>> reading) {

        /// @return in the panel's unit, in order of time; empty without evidence
        List<Point> points(Successful trial) {
            return reading.apply(trial);
        }
    }

    private static final double MEBIBYTE = 1 << 20;
    private static final long CLOSE_NANOS = 100_000_000;
    private static final String ERRORS = "Errors";

    private static final List<TimelinePanel> ALL =
            List.of(
                    new TimelinePanel(
                            "Throughput",
                            "/s",
                            "All good responses, by time of the response.",
                            List.of(
                                    new LineSource(
                                            "throughput", "", "solid", TimelinePanel::throughput))),
                    new TimelinePanel(
                            "Response time",
                            "ms",
                            "From the intended send, within the window.",
                            List.of(
                                    interval("p50", "p50", "solid", i -> millis(i, 50)),
                                    interval("p99", "p99", "dashed", i -> millis(i, 99)))),
                    new TimelinePanel(
                            ERRORS,
                            "/s",
                            "Failed requests of any kind.",
                            List.of(new LineSource("errors", "", "solid", TimelinePanel::errors))),
                    new TimelinePanel(
                            "CPU of the server",
                            "cores",
                            "From the kernel's accounting.",
                            List.of(growth("cpu", MetricId.PROCESS_CPU))),
                    new TimelinePanel(
                            "Resident memory",
                            "MiB",
                            "Physical memory of the server's process.",
                            List.of(gauge("rss", "", "solid", MetricId.PROCESS_RSS, MEBIBYTE))),
                    new TimelinePanel(
                            "Heap and direct buffers",
                            "MiB",
                            "As the JVM counts them.",
                            List.of(
                                    gauge("heap", "heap", "solid", MetricId.HEAP_USED, MEBIBYTE),
                                    gauge(
                                            "direct",
                                            "direct",
                                            "dashed",
                                            MetricId.DIRECT_USED,
                                            MEBIBYTE),
                                    gauge(
                                            "heap-after",
                                            "left after GC",
                                            "points",
                                            MetricId.HEAP_AFTER_GC,
                                            MEBIBYTE))),
                    new TimelinePanel(
                            "Threads",
                            "threads",
                            "Operating-system threads, including the JVM's.",
                            List.of(gauge("threads", "", "solid", MetricId.PROCESS_THREADS, 1))),
                    new TimelinePanel(
                            "Carriers",
                            "threads",
                            "Platform threads that run virtual threads: all of them, and those with a mounted virtual thread.",
                            List.of(
                                    gauge("carriers", "all", "solid", MetricId.CARRIERS_POOL, 1),
                                    gauge(
                                            "mounted",
                                            "mounted",
                                            "dashed",
                                            MetricId.CARRIERS_MOUNTED,
                                            1))),
                    new TimelinePanel(
                            "Waiting for a carrier",
                            "threads",
                            "Virtual threads that are ready to run and wait for a carrier.",
                            List.of(gauge("queued", "", "solid", MetricId.VIRTUAL_QUEUED, 1))),
                    new TimelinePanel(
                            "GC pauses",
                            "ms",
                            "One point per pause, at its beginning.",
                            List.of(
                                    new LineSource(
                                            "gc",
                                            "",
                                            "points",
                                            trial -> events(trial, "gc.pause")))),
                    new TimelinePanel(
                            "CPU of the machine",
                            "cores",
                            "All processes, including the load generator.",
                            List.of(growth("machine", MetricId.MACHINE_CPU_BUSY))));

    /// Lines that a batch can have: they come from the kernel and need no load.
    private static final Set<String> OF_BATCH = Set.of("cpu", "rss", "threads", "machine");

    /// The panels that a trial of the experiment can have, from top to bottom; that of errors only
    /// where a trial has any.
    static List<TimelinePanel> of(Experiment experiment, List<Successful> trials) {
        boolean failed = trials.stream().anyMatch(t -> t.series(MetricId.LOAD_ERRORS).isPresent());
        return ALL.stream()
                .filter(panel -> !experiment.isBatch() || panel.isOfBatch())
                .filter(panel -> failed || !panel.title.equals(ERRORS))
                .toList();
    }

    private boolean isOfBatch() {
        return lines.stream().allMatch(line -> OF_BATCH.contains(line.key()));
    }

    /// The rate of all responses in warm-up and window; without their count, of those to the
    /// window's requests.
    private static List<Point> throughput(Successful trial) {
        var counted = spaced(series(trial, MetricId.LOAD_RESPONSES).toList());
        return counted.size() < 2 ? intervals(trial, TimelinePanel::rate) : perSecond(counted);
    }

    private static List<Point> errors(Successful trial) {
        return perSecond(spaced(series(trial, MetricId.LOAD_ERRORS).toList()));
    }

    private static List<Point> perSecond(List<Point> counted) {
        return slopes(counted).stream().map(p -> new Point(p.nanos(), p.value() * 1e9)).toList();
    }

    /// The points without those so close to the previous one that a few responses, or a tick of the
    /// kernel's clock, dominate the rate.
    private static List<Point> spaced(List<Point> points) {
        var kept = new ArrayList<Point>();
        for (var point : points) {
            if (kept.isEmpty() || point.nanos() - kept.getLast().nanos() >= CLOSE_NANOS) {
                kept.add(point);
            }
        }
        return kept;
    }

    private static LineSource interval(
            String key, String label, String style, ToDoubleFunction<Second> reading) {
        return new LineSource(key, label, style, trial -> intervals(trial, reading));
    }

    private static List<Point> intervals(Successful trial, ToDoubleFunction<Second> reading) {
        return intervals(trial).stream()
                .filter(i -> i.responseTime().getTotalCount() > 0)
                .map(i -> new Point(middle(i), reading.applyAsDouble(i)))
                .toList();
    }

    private static List<Second> intervals(Successful trial) {
        return switch (trial) {
            case Completed completed -> completed.load().intervals();
            case BatchCompleted _ -> List.of();
        };
    }

    private static long middle(Second interval) {
        var window = interval.window();
        return window.startNanos() + (window.endNanos() - window.startNanos()) / 2;
    }

    private static double rate(Second interval) {
        return interval.responseTime().getTotalCount() / interval.window().seconds();
    }

    private static double millis(Second interval, double percentile) {
        return interval.responseTime().getValueAtPercentile(percentile) / 1e6;
    }

    private static LineSource gauge(
            String key, String label, String style, MetricId metric, double unit) {
        return new LineSource(
                key,
                label,
                style,
                trial ->
                        series(trial, metric)
                                .map(p -> new Point(p.nanos(), p.value() / unit))
                                .toList());
    }

    /// The growth of a counter of ns per ns: cores in use.
    private static LineSource growth(String key, MetricId metric) {
        return new LineSource(
                key, "", "solid", trial -> slopes(spaced(series(trial, metric).toList())));
    }

    private static Stream<Point> series(Successful trial, MetricId metric) {
        return trial.series(metric).stream().flatMap(s -> s.points().stream());
    }

    /// The slopes between neighbouring points, each in the middle between them.
    private static List<Point> slopes(List<Point> points) {
        var slopes = new ArrayList<Point>();
        for (int i = 1; i < points.size(); i++) {
            var a = points.get(i - 1);
            var b = points.get(i);
            long nanos = b.nanos() - a.nanos();
            if (nanos > 0) {
                slopes.add(
                        new Point(a.nanos() + nanos / 2, (b.value() - a.value()) / (double) nanos));
            }
        }
        return slopes;
    }

    private static List<Point> events(Successful trial, String name) {
        return trial.observations().stream()
                .filter(o -> o instanceof Events e && e.name().equals(name))
                .flatMap(o -> ((Events) o).events().stream())
                .map(e -> new Point(e.nanos(), e.durationNanos() / 1e6))
                .toList();
    }
}

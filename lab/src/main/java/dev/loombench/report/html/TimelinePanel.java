package dev.loombench.report.html;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.loombench.result.LoadResult.Interval;
import dev.loombench.result.MetricId;
import dev.loombench.result.Observation.Events;
import dev.loombench.result.Observation.Point;
import dev.loombench.result.TrialOutcome.BatchCompleted;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.result.TrialOutcome.Successful;
import dev.loombench.spec.ExperimentSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/// A timeline of the page: a title, a unit and the figures drawn in it.
///
/// @param unit of all its lines
/// @param about one sentence for those who wonder
record TimelinePanel(String title, String unit, String about, List<Source> lines) {

    /// Where a line comes from.
    ///
    /// @param key names it among the lines of a trial
    /// @param label beside the variant's name; empty where the panel's title says it all
    /// @param style `solid`, `dashed` or `points`
    record Source(
            String key,
            String label,
            String style,
            @JsonIgnore Function<Successful, List<Point>> reading) {

        /// @return in the panel's unit, in the order of time; empty without evidence
        List<Point> points(Successful trial) {
            return reading.apply(trial);
        }
    }

    private static final double MEBIBYTE = 1 << 20;
    private static final long CLOSE_NANOS = 100_000_000;

    private static final List<TimelinePanel> ALL =
            List.of(
                    new TimelinePanel(
                            "Throughput",
                            "/s",
                            "All good answers, by the time of the answer.",
                            List.of(
                                    new Source(
                                            "throughput", "", "solid", TimelinePanel::throughput))),
                    new TimelinePanel(
                            "Response time",
                            "ms",
                            "From the intended send; within the window.",
                            List.of(
                                    interval("p50", "p50", "solid", i -> millis(i, 50)),
                                    interval("p99", "p99", "dashed", i -> millis(i, 99)))),
                    new TimelinePanel(
                            "CPU of the server",
                            "cores",
                            "From the kernel's accounting.",
                            List.of(growth("cpu", MetricId.PROCESS_CPU))),
                    new TimelinePanel(
                            "Resident memory",
                            "MiB",
                            "What the server's process holds of the machine's memory.",
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
                            "Of the operating system, those of the JVM itself too.",
                            List.of(gauge("threads", "", "solid", MetricId.PROCESS_THREADS, 1))),
                    new TimelinePanel(
                            "Carriers",
                            "threads",
                            "Platform threads that run virtual ones: how many there are, and on how many a virtual thread is mounted.",
                            List.of(
                                    gauge("carriers", "there", "solid", MetricId.CARRIERS_POOL, 1),
                                    gauge(
                                            "mounted",
                                            "mounted",
                                            "dashed",
                                            MetricId.CARRIERS_MOUNTED,
                                            1))),
                    new TimelinePanel(
                            "Waiting for a carrier",
                            "threads",
                            "Virtual threads that could run, and wait for a carrier.",
                            List.of(gauge("queued", "", "solid", MetricId.VIRTUAL_QUEUED, 1))),
                    new TimelinePanel(
                            "GC pauses",
                            "ms",
                            "A point a pause, at its beginning.",
                            List.of(
                                    new Source(
                                            "gc",
                                            "",
                                            "points",
                                            trial -> events(trial, "gc.pause")))),
                    new TimelinePanel(
                            "CPU of the machine",
                            "cores",
                            "All processes together, the generator too.",
                            List.of(growth("machine", MetricId.MACHINE_CPU_BUSY))));

    /// Lines that a batch can have: the kernel tells them, and no load is behind them.
    private static final Set<String> OF_BATCH = Set.of("cpu", "rss", "threads", "machine");

    /// Those that a trial of the experiment can have, from top to bottom.
    static List<TimelinePanel> of(ExperimentSpec spec) {
        return spec.isBatch() ? ALL.stream().filter(TimelinePanel::isOfBatch).toList() : ALL;
    }

    private boolean isOfBatch() {
        return lines.stream().allMatch(line -> OF_BATCH.contains(line.key()));
    }

    /// All answers, in warm-up and window; without their count, those to the window's requests.
    private static List<Point> throughput(Successful trial) {
        var counted = apart(series(trial, MetricId.LOAD_RESPONSES).toList());
        return counted.size() < 2
                ? intervals(trial, TimelinePanel::rate)
                : slopes(counted).stream().map(p -> new Point(p.nanos(), p.value() * 1e9)).toList();
    }

    /// Without points so close to the one before that a few answers make the rate between them.
    private static List<Point> apart(List<Point> points) {
        var kept = new ArrayList<Point>();
        for (var point : points) {
            if (kept.isEmpty() || point.nanos() - kept.getLast().nanos() >= CLOSE_NANOS) {
                kept.add(point);
            }
        }
        return kept;
    }

    private static Source interval(
            String key, String label, String style, ToDoubleFunction<Interval> reading) {
        return new Source(key, label, style, trial -> intervals(trial, reading));
    }

    private static List<Point> intervals(Successful trial, ToDoubleFunction<Interval> reading) {
        return intervals(trial).stream()
                .filter(i -> i.responseTime().getTotalCount() > 0)
                .map(i -> new Point(middle(i), reading.applyAsDouble(i)))
                .toList();
    }

    private static List<Interval> intervals(Successful trial) {
        return switch (trial) {
            case Completed completed -> completed.load().intervals();
            case BatchCompleted _ -> List.of();
        };
    }

    private static long middle(Interval interval) {
        var window = interval.window();
        return window.startNanos() + (window.endNanos() - window.startNanos()) / 2;
    }

    private static double rate(Interval interval) {
        return interval.responseTime().getTotalCount() / interval.window().seconds();
    }

    private static double millis(Interval interval, double percentile) {
        return interval.responseTime().getValueAtPercentile(percentile) / 1e6;
    }

    private static Source gauge(
            String key, String label, String style, MetricId figure, double unit) {
        return new Source(
                key,
                label,
                style,
                trial ->
                        series(trial, figure)
                                .map(p -> new Point(p.nanos(), p.value() / unit))
                                .toList());
    }

    /// What a counter of ns grew by, a ns: cores in use.
    private static Source growth(String key, MetricId figure) {
        return new Source(key, "", "solid", trial -> slopes(series(trial, figure).toList()));
    }

    private static Stream<Point> series(Successful trial, MetricId figure) {
        return trial.series(figure).stream().flatMap(s -> s.points().stream());
    }

    /// Each stands in the middle between the two points it comes from.
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

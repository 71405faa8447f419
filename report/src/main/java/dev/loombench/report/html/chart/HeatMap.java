package dev.loombench.report.html.chart;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.loombench.base.Window;
import dev.loombench.load.result.LoadResult.Second;
import dev.loombench.load.result.RecordedValues;
import dev.loombench.report.Format;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.result.TrialResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/// Response times over the measured window: counts by time and by response time in buckets of equal
/// width on a logarithmic axis, the same for all variants.
///
/// @param step width of a column, s
/// @param edges of the rows, ms, from low to high: one more than rows; empty without responses
/// @param maps of the variants with responses
/// @param axis of the response times, ms
public record HeatMap(
        double step, List<Double> edges, List<Counts> maps, @JsonIgnore LogAxis axis) {
    private static final int ROWS = 24;
    private static final int MAX_COLUMNS = 60;
    private static final double NANOS_PER_MILLI = 1e6;

    /// Part of an interval by which the window may be shorter than its intervals together.
    private static final double TOLERANCE = 0.1;

    public HeatMap {
        edges = List.copyOf(edges);
        maps = List.copyOf(maps);
    }

    /// The responses of one variant, all trials merged.
    ///
    /// @param variant index
    /// @param counts by row, lowest first, then by column
    public record Counts(int variant, List<List<Long>> counts) {
        public Counts {
            counts = List.copyOf(counts);
        }
    }

    /// @param names of the variants
    public static HeatMap of(List<String> names, List<TrialResult> trials) {
        var axis = axis(trials);
        var windows = lengths(trials, t -> Stream.of(t.load().window()));
        var intervals = lengths(trials, HeatMap::intervals);
        double seconds = windows[windows.length - 1];
        int columns = columns(seconds, intervals[intervals.length / 2]);
        double step = seconds / columns;
        var maps = new ArrayList<Counts>();
        for (int variant = 0; variant < names.size(); variant++) {
            var name = names.get(variant);
            var counts = new long[ROWS][columns];
            trials.stream()
                    .filter(t -> t.trial().variant().equals(name))
                    .flatMap(t -> completed(t).stream())
                    .forEach(t -> add(t, axis, step, counts));
            if (Arrays.stream(counts).flatMapToLong(LongStream::of).sum() > 0) {
                maps.add(
                        new Counts(
                                variant,
                                Arrays.stream(counts)
                                        .map(row -> LongStream.of(row).boxed().toList())
                                        .toList()));
            }
        }
        var edges =
                IntStream.rangeClosed(0, ROWS)
                        .mapToObj(i -> Format.fiveDigits(axis.value((double) i / ROWS)))
                        .toList();
        return new HeatMap(step, maps.isEmpty() ? List.of() : edges, maps, axis);
    }

    /// As many columns as there are intervals, so that none is empty by its width.
    ///
    /// @param interval median length, s
    static int columns(double seconds, double interval) {
        return Math.clamp((long) (seconds / interval + TOLERANCE), 1, MAX_COLUMNS);
    }

    private static Stream<Window> intervals(Completed trial) {
        return trial.load().intervals().stream().map(Second::window);
    }

    /// The lengths of windows of all trials in ascending order, s; 1 without trials.
    private static double[] lengths(
            List<TrialResult> trials, Function<Completed, Stream<Window>> windows) {
        var seconds =
                trials.stream()
                        .flatMap(t -> completed(t).stream())
                        .flatMap(windows)
                        .mapToDouble(Window::seconds)
                        .sorted()
                        .toArray();
        return seconds.length == 0 ? new double[] {1} : seconds;
    }

    /// Number of columns; 0 without responses.
    int columns() {
        return maps.isEmpty() ? 0 : maps.getFirst().counts().getFirst().size();
    }

    /// From the lowest to the highest response time of all trials, ms.
    private static LogAxis axis(List<TrialResult> trials) {
        var times =
                trials.stream()
                        .flatMap(t -> completed(t).stream())
                        .flatMap(t -> t.load().intervals().stream())
                        .map(Second::responseTime)
                        .filter(h -> h.getTotalCount() > 0)
                        .toList();
        long highest = Math.max(1, times.stream().mapToLong(h -> h.getMaxValue()).max().orElse(1));
        long lowest =
                times.stream()
                        .mapToLong(h -> h.highestEquivalentValue(h.getMinNonZeroValue()))
                        .min()
                        .orElse(highest);
        return LogAxis.over(Math.min(lowest, highest) / NANOS_PER_MILLI, highest / NANOS_PER_MILLI);
    }

    private static List<Completed> completed(TrialResult result) {
        return result.outcome() instanceof Completed trial ? List.of(trial) : List.of();
    }

    private static void add(Completed trial, LogAxis axis, double step, long[][] counts) {
        long start = trial.load().window().startNanos();
        int last = counts[0].length - 1;
        for (var interval : trial.load().intervals()) {
            var window = interval.window();
            double middle = (window.startNanos() + window.endNanos()) / 2.0 - start;
            int column = Math.clamp((long) (middle / 1e9 / step), 0, last);
            RecordedValues.forEach(
                    interval.responseTime(),
                    (value, count) -> {
                        double share = axis.share(value / NANOS_PER_MILLI);
                        counts[Math.min(ROWS - 1, (int) (share * ROWS))][column] += count;
                    });
        }
    }
}

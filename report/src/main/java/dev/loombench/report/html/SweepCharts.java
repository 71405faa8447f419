package dev.loombench.report.html;

import static dev.loombench.report.Format.plain;

import dev.loombench.analysis.VariantSummary;
import dev.loombench.analysis.sweep.Sweep;
import dev.loombench.analysis.sweep.Sweep.Level;
import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.Metric;
import dev.loombench.report.MetricFigure;
import dev.loombench.report.MetricText;
import dev.loombench.report.html.chart.Axis;
import dev.loombench.report.html.chart.ChartAxis;
import dev.loombench.report.html.chart.LineChart;
import dev.loombench.report.html.chart.LineChart.Band;
import dev.loombench.report.html.chart.LineChartBuilder;
import dev.loombench.report.html.chart.LineChartBuilder.Point;
import dev.loombench.report.html.chart.LineChartBuilder.Source;
import dev.loombench.report.html.chart.LogAxis;
import dev.loombench.report.html.chart.Mark;
import dev.loombench.report.html.chart.Palette;
import dev.loombench.report.sweep.SweepTable;
import dev.loombench.report.sweep.SweepText;
import dev.loombench.stats.Interval;
import dev.loombench.text.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;

/// The charts of a sweep: throughput and p99 by number of users.
public final class SweepCharts {
    /// Factor between the lowest and the highest value from which an axis is logarithmic.
    private static final double WIDE = 20;

    /// Distance between the names of two levels below which one is left out, as a share of the
    /// plot's width.
    private static final double LABEL_WIDTH = 0.14;

    /// Ratio of the users at an end of the axis to the outermost level.
    private static final double PADDING = 1.1;

    private static final double NANOS_PER_MILLI = 1e6;

    private final Sweep sweep;
    private final Experiment experiment;

    private SweepCharts(Sweep sweep) {
        this.sweep = sweep;
        experiment = SweepText.experiment(sweep);
    }

    public static List<LineChart> of(Sweep sweep) {
        var charts = new SweepCharts(sweep);
        return List.of(charts.throughput(), charts.p99());
    }

    private LineChart throughput() {
        double highest = values(Metric.THROUGHPUT).max().orElse(1);
        return chart(Metric.THROUGHPUT, "Throughput", "requests/s", Axis.fromZero(highest), 1);
    }

    private LineChart p99() {
        var millis = values(Metric.P99).map(v -> v / NANOS_PER_MILLI).toArray();
        double lowest = DoubleStream.of(millis).min().orElse(1);
        double highest = DoubleStream.of(millis).max().orElse(1);
        boolean wide = highest > WIDE * lowest;
        return chart(
                Metric.P99,
                MetricText.title(Metric.P99, experiment.load()),
                wide ? "ms, logarithmic" : "ms",
                wide ? LogAxis.over(lowest, highest) : Axis.fromZero(highest),
                NANOS_PER_MILLI);
    }

    /// All values above 0 of a metric, and the ends of their intervals.
    private DoubleStream values(Metric metric) {
        return sweep.levels().stream()
                .flatMap(l -> l.analysis().variants().stream())
                .flatMapToDouble(v ->
                        DoubleStream.concat(
                                DoubleStream.of(MetricFigure.of(v, metric)),
                                interval(v, metric).stream().mapToDouble(Interval::high)))
                .filter(v -> Double.isFinite(v) && v > 0);
    }

    private static Optional<Interval> interval(VariantSummary v, Metric metric) {
        return metric == Metric.THROUGHPUT ? v.throughput().interval() : Optional.empty();
    }

    /// @param unit of the axis, in that of the metric
    private LineChart chart(Metric metric, String title, String unit, ChartAxis up, double scale) {
        var across = users();
        var builder = new LineChartBuilder(across, up);
        var sources = new ArrayList<Source>();
        for (var variant : experiment.variants()) {
            sources.add(
                    new Source(
                            plain(variant.name()),
                            Palette.colour(sources.size()),
                            points(variant.name(), metric, scale)));
        }
        var marks = up.marks().stream().map(m -> builder.level(m, label(up, m))).toList();
        return new LineChart(
                title,
                unit,
                "%s by number of users: %s"
                        .formatted(title, String.join(" ", SweepText.crossovers(sweep))),
                LineChartBuilder.pixels(sources.size()) + "px",
                marks,
                marks(across, builder),
                bands(builder),
                builder.lines(sources));
    }

    private static String label(ChartAxis axis, double mark) {
        return switch (axis) {
            case Axis _ -> Figures.axis(mark);
            case LogAxis _ -> LogAxis.label(mark);
        };
    }

    private List<Point> points(String variant, Metric metric, double scale) {
        var points = new ArrayList<Point>();
        for (var level : sweep.levels()) {
            var v = Sweep.of(level, variant);
            double value = MetricFigure.of(v, metric) / scale;
            if (Double.isFinite(value) && value > 0) {
                points.add(
                        new Point(
                                level.users(),
                                value,
                                interval(v, metric),
                                isValid(level, variant, metric),
                                "%s, %s: %s"
                                        .formatted(
                                                plain(variant),
                                                Figures.counted(level.users(), "user"),
                                                MetricFigure.text(v, metric, false))));
            }
        }
        return points;
    }

    /// Whether the result is valid, and no finding makes this figure of it invalid.
    private static boolean isValid(Level level, String variant, Metric metric) {
        return Sweep.isMeasured(level, variant)
                && level.analysis().scorecard().invalidating(variant, metric).isEmpty();
    }

    private LogAxis users() {
        double lowest = sweep.levels().getFirst().users();
        double highest = sweep.levels().getLast().users();
        return new LogAxis(lowest / PADDING, highest * PADDING);
    }

    /// The names of the levels, without those too close to the one after them.
    private List<Mark> marks(ChartAxis across, LineChartBuilder builder) {
        var marks = new ArrayList<Mark>();
        double right = Double.POSITIVE_INFINITY;
        for (var level : sweep.levels().reversed()) {
            double at = across.share(level.users());
            boolean fits = right - at >= LABEL_WIDTH;
            marks.addFirst(builder.mark(level.users(), fits ? SweepTable.users(level) : ""));
            right = fits ? at : right;
        }
        return marks;
    }

    private List<Band> bands(LineChartBuilder builder) {
        var bands = new ArrayList<Band>();
        int variant = 0;
        for (var name : SweepText.others(sweep)) {
            int colour = Palette.colour(++variant);
            sweep.crossover(name)
                    .map(c -> builder.band(colour, c.from(), c.to(), SweepText.of(sweep, name)))
                    .ifPresent(bands::add);
        }
        return bands;
    }
}

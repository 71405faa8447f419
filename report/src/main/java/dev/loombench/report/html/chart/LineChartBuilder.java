package dev.loombench.report.html.chart;

import dev.loombench.report.html.chart.LineChart.Band;
import dev.loombench.report.html.chart.LineChart.Dot;
import dev.loombench.report.html.chart.LineChart.Line;
import dev.loombench.report.html.chart.LineChart.Segment;
import dev.loombench.stats.Interval;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Places the lines of a [LineChart] and the names at their ends.
public final class LineChartBuilder {
    /// A name takes two lines of text.
    private static final int LABEL_PIXELS = 38;

    private static final int MIN_PIXELS = 260;

    private final ChartAxis across;
    private final ChartAxis up;

    /// A line of values.
    ///
    /// @param points in ascending order of x
    public record Source(String name, int colour, List<Point> points) {}

    /// @param interval of y
    public record Point(
            double x, double y, Optional<Interval> interval, boolean valid, String title) {}

    /// @param across horizontal axis
    /// @param up vertical axis
    public LineChartBuilder(ChartAxis across, ChartAxis up) {
        this.across = across;
        this.up = up;
    }

    /// Height of the plot, so that the names of all lines fit.
    public static int pixels(int lines) {
        return Math.max(MIN_PIXELS, LABEL_PIXELS * lines);
    }

    /// The lines in their order; those without points are left out.
    public List<Line> lines(List<Source> sources) {
        var drawn = sources.stream().filter(s -> !s.points().isEmpty()).toList();
        var labels =
                apart(
                        drawn.stream().map(s -> y(s.points().getLast().y())).toList(),
                        (double) LABEL_PIXELS / pixels(drawn.size()));
        var lines = new ArrayList<Line>();
        for (var source : drawn) {
            lines.add(line(source, labels.get(lines.size())));
        }
        return lines;
    }

    /// A marked range of the horizontal axis.
    public Band band(int colour, double from, double to, String title) {
        return new Band(
                colour,
                Axis.percent(across.share(from)),
                Axis.percent(across.share(to) - across.share(from)),
                title);
    }

    /// A mark of the horizontal axis.
    public Mark mark(double x, String label) {
        return new Mark(Axis.percent(across.share(x)), label);
    }

    /// A mark of the vertical axis.
    public Mark level(double y, String label) {
        return new Mark(Axis.percent(y(y)), label);
    }

    /// The segments between neighbouring points.
    public List<Segment> segments(List<Point> points) {
        var segments = new ArrayList<Segment>();
        for (int i = 1; i < points.size(); i++) {
            var a = points.get(i - 1);
            var b = points.get(i);
            segments.add(new Segment(x(a), percent(a.y()), x(b), percent(b.y())));
        }
        return segments;
    }

    private Line line(Source source, double label) {
        var points = source.points();
        return new Line(
                source.name(),
                source.colour(),
                segments(points),
                points.stream().map(this::dot).toList(),
                percent(points.getLast().y()),
                Axis.percent(label));
    }

    private Dot dot(Point point) {
        return new Dot(
                point.valid() ? "valid" : "invalid",
                x(point),
                percent(point.y()),
                percent(point.interval().map(Interval::low).orElse(point.y())),
                percent(point.interval().map(Interval::high).orElse(point.y())),
                point.title());
    }

    private String x(Point point) {
        return Axis.percent(across.share(point.x()));
    }

    private String percent(double value) {
        return Axis.percent(y(value));
    }

    /// From the top.
    private double y(double value) {
        return 1 - up.share(value);
    }

    /// The positions with at least `gap` between neighbours, each as near to its own as the others
    /// allow: from the top down, then from the bottom up.
    ///
    /// @param positions 0..1
    /// @param gap at most 1 / the number of positions
    static List<Double> apart(List<Double> positions, double gap) {
        var order = new ArrayList<Integer>();
        for (int i = 0; i < positions.size(); i++) {
            order.add(i);
        }
        order.sort(Comparator.comparing(positions::get));
        var placed = new ArrayList<>(positions);
        double least = gap / 2;
        for (int i : order) {
            placed.set(i, Math.max(positions.get(i), least));
            least = placed.get(i) + gap;
        }
        double most = 1 - gap / 2;
        for (int i : order.reversed()) {
            placed.set(i, Math.min(placed.get(i), most));
            most = placed.get(i) - gap;
        }
        return placed;
    }
}

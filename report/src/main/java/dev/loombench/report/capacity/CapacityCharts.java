package dev.loombench.report.capacity;

import static dev.loombench.report.Format.plain;

import dev.loombench.analysis.capacity.Capacity;
import dev.loombench.analysis.capacity.CapacityResult;
import dev.loombench.analysis.capacity.RateProbe;
import dev.loombench.analysis.capacity.VariantCapacity;
import dev.loombench.analysis.capacity.objective.Objective;
import dev.loombench.report.html.chart.LineChart;
import dev.loombench.report.html.chart.LineChart.Band;
import dev.loombench.report.html.chart.LineChart.Line;
import dev.loombench.report.html.chart.LineChartBuilder;
import dev.loombench.report.html.chart.LineChartBuilder.Point;
import dev.loombench.report.html.chart.LineChartBuilder.Source;
import dev.loombench.report.html.chart.LogAxis;
import dev.loombench.report.html.chart.Palette;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/// The charts of a search for the capacity: response time and burn by arrival rate.
final class CapacityCharts {
    private static final double NANOS_PER_MILLI = 1e6;

    /// Ratio of the end of an axis to the outermost point.
    private static final double PADDING = 1.1;

    private final CapacityResult result;

    private CapacityCharts(CapacityResult result) {
        this.result = result;
    }

    /// None without windows.
    static List<LineChart> of(CapacityResult result) {
        var charts = new CapacityCharts(result);
        return Stream.of(charts.times(), charts.burns()).flatMap(Optional::stream).toList();
    }

    /// The percentile by rate; empty without windows.
    private Optional<LineChart> times() {
        return chart(
                "p%s response time by arrival rate"
                        .formatted(CapacityText.percent(result.objectives().percent())),
                "ms, logarithmic; requests/s",
                p -> p.figures().percentileNanos() / NANOS_PER_MILLI,
                _ -> List.of(),
                limit());
    }

    /// The limit of the percentile, ms.
    private OptionalDouble limit() {
        return result.objectives().all().stream()
                .filter(Objective.Percentile.class::isInstance)
                .mapToDouble(o -> ((Objective.Percentile) o).limit().toNanos() / NANOS_PER_MILLI)
                .findFirst();
    }

    private Optional<LineChart> burns() {
        return chart(
                "Share of what the objectives allow that was used",
                "1 at the limit, logarithmic; requests/s",
                RateProbe::burn,
                CapacityCharts::fitted,
                OptionalDouble.of(1));
    }

    /// A value of a window.
    private interface Value {
        double of(RateProbe probe);
    }

    /// The curve of a variant, by rate; empty where none is fitted to the values of its windows.
    private interface Curve {
        List<Point> of(VariantCapacity variant);
    }

    /// The curve of the burn that the analysis fitted.
    private static List<Point> fitted(VariantCapacity v) {
        return v.curve().points().stream()
                .filter(p -> p.fitted() > 0)
                .map(p -> new Point(p.rate(), p.fitted(), Optional.empty(), true, ""))
                .toList();
    }

    /// @param limit drawn as a line of its own
    private Optional<LineChart> chart(
            String title, String unit, Value value, Curve curve, OptionalDouble limit) {
        var all = result.variants().stream().flatMap(v -> shown(v).stream()).toList();
        var curves = result.variants().stream().flatMap(v -> curve.of(v).stream()).toList();
        var values =
                Stream.of(
                                all.stream().mapToDouble(value::of),
                                curves.stream().mapToDouble(Point::y),
                                limit.stream())
                        .flatMapToDouble(y -> y)
                        .filter(y -> y > 0)
                        .summaryStatistics();
        var rates =
                DoubleStream.concat(
                                all.stream().mapToDouble(RateProbe::rate),
                                curves.stream().mapToDouble(Point::x))
                        .summaryStatistics();
        if (all.isEmpty() || values.getCount() == 0) {
            return Optional.empty();
        }
        var across = new LogAxis(rates.getMin() / PADDING, rates.getMax() * PADDING);
        var up = LogAxis.over(values.getMin(), Math.max(values.getMax(), 1.01 * values.getMin()));
        var builder = new LineChartBuilder(across, up);
        return Optional.of(
                new LineChart(
                        title,
                        unit,
                        title + ": " + CapacityText.headline(result),
                        LineChartBuilder.pixels(result.variants().size() + 1) + "px",
                        up.marks().stream().map(m -> builder.level(m, LogAxis.label(m))).toList(),
                        across.legibleMarks().stream()
                                .map(m -> builder.mark(m, LogAxis.label(m)))
                                .toList(),
                        bands(builder),
                        lines(builder, value, curve, limit, across)));
    }

    private List<RateProbe> shown(VariantCapacity v) {
        return v.probes().stream()
                .filter(RateProbe::valid)
                .filter(p -> p.figures().percentileNanos() > 0)
                .sorted(Comparator.comparingDouble(RateProbe::rate))
                .toList();
    }

    private List<Band> bands(LineChartBuilder builder) {
        var bands = new ArrayList<Band>();
        int variant = 0;
        for (var v : result.variants()) {
            int colour = Palette.colour(variant++);
            if (v.capacity() instanceof Capacity.Estimated e && e.shownInterval().isPresent()) {
                var i = e.shownInterval().get();
                bands.add(
                        builder.band(colour, i.low(), i.high(), CapacityText.sentence(v, result)));
            }
        }
        return bands;
    }

    /// Per variant its windows as dots and its curve as a line; then the limit.
    private List<Line> lines(
            LineChartBuilder builder,
            Value value,
            Curve curve,
            OptionalDouble limit,
            LogAxis across) {
        var dots = new ArrayList<Source>();
        var curves = new ArrayList<List<Point>>();
        int variant = 0;
        for (var v : result.variants()) {
            var probes = shown(v).stream().filter(p -> value.of(p) > 0).toList();
            int colour = Palette.colour(variant++);
            if (!probes.isEmpty()) {
                dots.add(new Source(plain(v.variant()), colour, points(probes, value)));
                curves.add(curve.of(v));
            }
        }
        limit.ifPresent(at -> {
            var line =
                    Stream.of(across.low(), across.high())
                            .map(x -> new Point(x, at, Optional.empty(), true, "the limit"))
                            .toList();
            // Whose colour no variant has, also where one has no window to show.
            int colour = Palette.colour(result.variants().size());
            dots.add(new Source(result.objectives().text(), colour, line));
            curves.add(line);
        });
        var lines = new ArrayList<Line>();
        for (var dotted : builder.lines(dots)) {
            lines.add(
                    new Line(
                            dotted.name(),
                            dotted.colour(),
                            builder.segments(curves.get(lines.size())),
                            dotted.dots(),
                            dotted.end(),
                            dotted.label()));
        }
        return lines;
    }

    private List<Point> points(List<RateProbe> probes, Value value) {
        return probes.stream()
                .map(p ->
                        new Point(
                                p.rate(),
                                value.of(p),
                                Optional.empty(),
                                p.met(),
                                WindowText.line(p, result.objectives().percent())))
                .toList();
    }
}

package dev.loombench.report.text;

import static dev.loombench.report.Format.plain;

import dev.loombench.analysis.Analysis;
import dev.loombench.analysis.VariantSummary;
import dev.loombench.analysis.comparison.Scorecard;
import dev.loombench.analysis.comparison.Verdict;
import dev.loombench.analysis.finding.ResultFinding;
import dev.loombench.analysis.validity.load.ArrivalsOmitted;
import dev.loombench.experiment.Metric;
import dev.loombench.export.Outline.Aside;
import dev.loombench.export.Outline.Part;
import dev.loombench.report.ArrivingText;
import dev.loombench.report.BeyondText;
import dev.loombench.report.CpuText;
import dev.loombench.report.EventColumns;
import dev.loombench.report.Format;
import dev.loombench.report.InconclusiveText;
import dev.loombench.report.MetricFigure;
import dev.loombench.report.MetricText;
import dev.loombench.report.ReportText;
import dev.loombench.text.Figures;
import dev.loombench.traffic.Workload;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/// The figures of all variants; below those of each but the first, the scorecard.
///
/// @param columns after the variant's name
/// @param legend the meaning of the columns
public record FiguresTable(Analysis analysis, List<Column> columns, String legend)
        implements TerminalDrawing {
    /// @param metric that the scorecard compares; empty where it compares none
    public record Column(
            String name, Function<VariantSummary, String> figure, Optional<Metric> metric) {}

    /// All figures.
    public static FiguresTable full(Analysis analysis) {
        return analysis.manifest().experiment().isBatch()
                ? batch(analysis)
                : new FiguresTable(
                        analysis,
                        allColumns(analysis),
                        joined(
                                List.of(
                                        Optional.of(ArrivingText.columns(load(analysis))),
                                        BeyondText.of(analysis, shown(analysis.scorecard())),
                                        ofFew(analysis),
                                        Optional.of(CpuText.of(analysis.mode())))));
    }

    /// The figures that the scorecard compares, what users measured where that differs from what an
    /// arriving request sees, and errors if there are any.
    public static FiguresTable brief(Analysis analysis) {
        if (analysis.manifest().experiment().isBatch()) {
            return batch(analysis);
        }
        var columns = new ArrayList<Column>();
        boolean differ = analysis.findings().stream().anyMatch(ArrivalsOmitted.class::isInstance);
        for (var metric : analysis.scorecard().metrics()) {
            if (differ && metric == Metric.P99) {
                columns.add(service());
            }
            columns.add(column(metric, load(analysis)));
        }
        columns.addAll(firstEvent(analysis));
        if (analysis.variants().stream().anyMatch(v -> v.counts().errors() > 0)) {
            columns.add(errors());
        }
        return new FiguresTable(
                analysis,
                columns,
                joined(
                        List.of(
                                differ
                                        ? Optional.of(ArrivingText.columns(load(analysis)))
                                        : ofTrials(analysis),
                                BeyondText.of(analysis),
                                InconclusiveText.of(analysis, analysis.scorecard().metrics()))));
    }

    /// Empty where no variant has several, or no percentile is shown.
    private static Optional<String> ofTrials(Analysis analysis) {
        return analysis.scorecard().metrics().stream().anyMatch(Metric::isPercentile)
                        && analysis.variants().stream().anyMatch(v -> v.counts().completed() > 1)
                ? Optional.of(ArrivingText.TRIALS)
                : Optional.empty();
    }

    /// The metrics of the scorecard, and p99.9.
    private static List<Metric> shown(Scorecard scorecard) {
        return Stream.concat(scorecard.metrics().stream(), Stream.of(Metric.P999))
                .distinct()
                .toList();
    }

    /// What parentheses around a p99.9 mean; empty without any.
    private static Optional<String> ofFew(Analysis analysis) {
        return analysis.variants().stream().anyMatch(v -> isOfFew(analysis, v, Metric.P999))
                ? Optional.of(
                        "A p99.9 in parentheses has fewer than ten in a window, or was not steady.")
                : Optional.empty();
    }

    /// Whether it is a p99.9 with few responses beyond it, which no finding marks.
    private static boolean isOfFew(Analysis analysis, VariantSummary v, Metric metric) {
        var name = v.variant().name();
        return metric == Metric.P999
                && BeyondText.isOfFew(analysis.scorecard(), name, metric)
                && analysis.scorecard().invalidating(name, metric).isEmpty();
    }

    private static String joined(List<Optional<String>> sentences) {
        return sentences.stream().flatMap(Optional::stream).collect(Collectors.joining(" "));
    }

    private static FiguresTable batch(Analysis analysis) {
        return new FiguresTable(
                analysis,
                List.of(
                        column(Metric.ELAPSED, load(analysis)),
                        new Column(
                                "tasks/s",
                                v -> ifAny(v, Figures.number(v.throughput().mean())),
                                Optional.empty()),
                        new Column(
                                "CPU/task",
                                v -> figure(v, Metric.CPU_PER_REQUEST),
                                Optional.of(Metric.CPU_PER_REQUEST)),
                        column(Metric.PEAK_RSS, load(analysis)),
                        column(Metric.THREADS, load(analysis))),
                ReportText.COLUMNS_OF_BATCH);
    }

    private static List<Column> allColumns(Analysis analysis) {
        var load = load(analysis);
        var columns = new ArrayList<Column>();
        columns.add(column(Metric.THROUGHPUT, load));
        columns.add(column(Metric.P50, load));
        if (ArrivingText.isClosed(load)) {
            columns.add(service());
        }
        columns.add(column(Metric.P99, load));
        columns.add(column(Metric.P999, load));
        columns.add(time("max", v -> v.latency().responseTime(), Histogram::getMaxValue));
        columns.addAll(firstEvent(analysis));
        columns.add(column(Metric.CPU_PER_REQUEST, load));
        EventColumns.of(analysis.variants())
                .forEach(c -> columns.add(new Column(c.name(), c::text, Optional.empty())));
        columns.add(column(Metric.PEAK_RSS, load));
        columns.add(column(Metric.THREADS, load));
        columns.add(errors());
        return columns;
    }

    private static Workload load(Analysis analysis) {
        return analysis.manifest().experiment().load();
    }

    private static Column column(Metric metric, Workload load) {
        return new Column(name(metric, load), v -> figure(v, metric), Optional.of(metric));
    }

    private static String name(Metric metric, Workload load) {
        return switch (metric) {
            case THROUGHPUT -> "requests/s";
            case CPU_PER_REQUEST -> "CPU/request";
            case INSTRUCTIONS_PER_REQUEST -> "instructions/request";
            case CYCLES_PER_REQUEST -> "cycles/request";
            case PEAK_RSS -> "peak RSS";
            case P50, P75, P90, P95, P99, P999, P9999, THREADS, ELAPSED, RAMP_UP, CAPACITY ->
                    MetricText.label(metric, load);
        };
    }

    private static String figure(VariantSummary v, Metric metric) {
        double value = MetricFigure.of(v, metric);
        if (!Double.isFinite(value)) {
            return Format.MISSING;
        }
        return switch (metric) {
            case THROUGHPUT, CAPACITY -> Figures.number(value);
            case CPU_PER_REQUEST, P50, P75, P90, P95, P99, P999, P9999, ELAPSED, RAMP_UP ->
                    Format.time(value);
            case INSTRUCTIONS_PER_REQUEST, CYCLES_PER_REQUEST -> Format.quantity(value);
            case PEAK_RSS -> Format.bytes(v.cost().peakRss());
            case THREADS -> Format.count(v.cost().threads());
        };
    }

    /// Of streams of server-sent events; empty for other loads.
    private static List<Column> firstEvent(Analysis analysis) {
        return analysis.variants().stream()
                        .allMatch(v -> v.latency().firstEvent().getTotalCount() == 0)
                ? List.of()
                : List.of(firstEvent(50), firstEvent(99));
    }

    private static Column firstEvent(double percent) {
        return time(
                "first event p%.0f".formatted(percent),
                v -> v.latency().firstEvent(),
                h -> h.getValueAtPercentile(percent));
    }

    private static Column service() {
        return new Column(
                ArrivingText.P99_SERVICE,
                v -> Format.time(v.latency().typicalService(99)),
                Optional.empty());
    }

    private static Column time(
            String name,
            Function<VariantSummary, Histogram> times,
            ToDoubleFunction<Histogram> reading) {
        return new Column(
                name,
                v ->
                        times.apply(v).getTotalCount() == 0
                                ? Format.MISSING
                                : Format.time(reading.applyAsDouble(times.apply(v))),
                Optional.empty());
    }

    private static Column errors() {
        return new Column(
                "errors",
                v -> ifAny(v, String.format(Locale.ROOT, "%,d", v.counts().errors())),
                Optional.empty());
    }

    private static String ifAny(VariantSummary v, String figure) {
        return v.counts().completed() > 0 ? figure : Format.MISSING;
    }

    @Override
    public List<String> lines(AnsiStyle style, int width) {
        var header = new ArrayList<>(List.of(""));
        columns.forEach(c -> header.add(c.name()));
        var table = new Table().row(header);
        for (var v : analysis.variants()) {
            var row = new ArrayList<>(List.of(plain(v.variant().name())));
            columns.forEach(c -> row.add(figure(v, c)));
            table.row(row);
            if (isCompared(v)) {
                var ratios = new ArrayList<>(List.of(""));
                columns.forEach(c -> ratios.add(ratio(v, c)));
                table.row(ratios);
            }
        }
        return table.indented(style, width, row -> ScorecardMark.coloured(row, style));
    }

    private String figure(VariantSummary v, Column column) {
        var figure = column.figure().apply(v);
        boolean ofFew = column.metric().filter(m -> isOfFew(analysis, v, m)).isPresent();
        return invalidating(v, column)
                .map(by -> ScorecardMark.invalid(figure, by))
                .orElse(ofFew ? "(%s)".formatted(figure) : figure);
    }

    private Optional<ResultFinding> invalidating(VariantSummary v, Column column) {
        return column.metric()
                .filter(_ -> !column.figure().apply(v).equals(Format.MISSING))
                .flatMap(m -> analysis.scorecard().invalidating(v.variant().name(), m));
    }

    private boolean isCompared(VariantSummary v) {
        return columns.stream().anyMatch(c -> !ratio(v, c).isEmpty());
    }

    private String ratio(VariantSummary v, Column column) {
        return verdict(v, column).map(ScorecardMark::of).orElse("");
    }

    private Optional<Verdict> verdict(VariantSummary v, Column column) {
        return column.metric()
                .filter(analysis.scorecard().metrics()::contains)
                .map(m -> analysis.scorecard().of(v.variant().name(), m));
    }

    /// The table, and what its marks and its columns mean.
    public List<Part> withLegends() {
        var parts = new ArrayList<Part>(List.of(this));
        legendOfMarks().map(Aside::new).ifPresent(parts::add);
        if (!legend.isEmpty()) {
            parts.add(new Aside(legend));
        }
        return parts;
    }

    /// Empty without any.
    private Optional<String> legendOfMarks() {
        var marks = EnumSet.noneOf(ScorecardMark.class);
        for (var v : analysis.variants()) {
            for (var column : columns) {
                verdict(v, column).flatMap(ScorecardMark::mark).ifPresent(marks::add);
                invalidating(v, column).map(ScorecardMark::of).ifPresent(marks::add);
            }
        }
        return ScorecardMark.legend(
                plain(analysis.variants().getFirst().variant().name()),
                analysis.manifest().experiment().margin(),
                marks);
    }
}

package dev.loombench.report;

import dev.loombench.analysis.Analysis;
import dev.loombench.analysis.VariantSummary;
import dev.loombench.analysis.comparison.Scorecard;
import dev.loombench.analysis.comparison.Verdict;
import dev.loombench.analysis.finding.ResultFinding;
import dev.loombench.experiment.Metric;
import dev.loombench.export.PageTable;
import dev.loombench.export.PageTable.Cell;
import dev.loombench.text.Figures;
import dev.loombench.traffic.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;

/// The figures of all variants of a run as a table.
public final class RunTable {
    private static final List<String> BATCH =
            List.of("", "elapsed", "tasks/s", "CPU/task", "peak RSS", "threads");

    private static final String BRACKETS =
            " Brackets: intervals over trials, for the ratio as above, for throughput 95 %, or more in a run that may end early; or why a figure is invalid.";

    private RunTable() {}

    /// With several variants, the second column is the ratio to the first.
    public static PageTable of(Analysis analysis) {
        boolean batch = analysis.manifest().experiment().isBatch();
        var load = analysis.manifest().experiment().load();
        var columns = new ArrayList<>(batch ? BATCH : columns(load));
        var events = EventColumns.of(analysis.variants());
        int afterCpu = columns.indexOf(batch ? "CPU/task" : "CPU/request") + 1;
        columns.addAll(afterCpu, events.stream().map(EventColumns.Column::name).toList());
        var rows = new ArrayList<List<Cell>>();
        for (var v : analysis.variants()) {
            var scorecard = analysis.scorecard();
            var row = new ArrayList<>(batch ? batchRow(v, scorecard) : row(v, scorecard));
            row.addAll(afterCpu, events.stream().map(c -> Cell.of(c.text(v))).toList());
            rows.add(row);
        }
        if (rows.size() > 1) {
            columns.add(1, "ratio of " + MetricText.label(analysis.manifest().experiment()));
            for (int i = 0; i < rows.size(); i++) {
                rows.get(i).add(1, ratio(analysis.variants().get(i)));
            }
        }
        return new PageTable(columns, rows);
    }

    /// What its columns and its brackets mean.
    public static String legend(Analysis analysis) {
        var experiment = analysis.manifest().experiment();
        var columns =
                experiment.isBatch()
                        ? ReportText.COLUMNS_OF_BATCH
                        : ArrivingText.columns(experiment.load())
                                + BeyondText.of(analysis).map(" "::concat).orElse("")
                                + " "
                                + CpuText.of(analysis.mode());
        return columns + BRACKETS;
    }

    private static List<String> columns(Workload load) {
        return List.of(
                "",
                "requests/s",
                MetricText.label(Metric.P50, load),
                MetricText.label(Metric.P99, load),
                MetricText.label(Metric.P999, load),
                "max",
                ArrivingText.P99_SERVICE,
                "CPU/request",
                "peak RSS",
                "threads",
                "errors");
    }

    private static List<Cell> batchRow(VariantSummary v, Scorecard scorecard) {
        return List.of(
                Cell.of(v.variant().name()),
                marked(Cell.of(Format.time(v.elapsed())), v, Metric.ELAPSED, scorecard),
                throughput(v),
                cpu(v, scorecard),
                peakRss(v, scorecard),
                threads(v, scorecard));
    }

    private static Cell cpu(VariantSummary v, Scorecard scorecard) {
        var figure = Cell.of(Format.time(v.cost().cpuPerRequest()));
        return marked(figure, v, Metric.CPU_PER_REQUEST, scorecard);
    }

    private static Cell peakRss(VariantSummary v, Scorecard scorecard) {
        return marked(Cell.of(Format.bytes(v.cost().peakRss())), v, Metric.PEAK_RSS, scorecard);
    }

    private static Cell threads(VariantSummary v, Scorecard scorecard) {
        return marked(Cell.of(Format.count(v.cost().threads())), v, Metric.THREADS, scorecard);
    }

    /// The figure with the finding that makes it invalid.
    private static Cell marked(Cell cell, VariantSummary v, Metric metric, Scorecard scorecard) {
        return scorecard
                .invalidating(v.variant().name(), metric)
                .filter(_ -> !cell.text().equals(Format.MISSING))
                .map(by -> Cell.remarked(cell.text(), invalid(by)))
                .orElse(cell);
    }

    private static String invalid(ResultFinding by) {
        return "invalid: " + by.kind();
    }

    private static Cell ratio(VariantSummary v) {
        var modes = v.verdict().byMode();
        if (modes.isPresent()) {
            return Cell.remarked(RatioText.points(modes.get()), "depends on the process");
        }
        if (v.verdict().isUnsteady()) {
            return Cell.of(Format.MISSING);
        }
        return v.verdict()
                .interval()
                .map(r -> {
                    var ratio = RatioText.ratio(r.point());
                    return v.verdict()
                            .invalidBy()
                            .map(by -> Cell.remarked(ratio, invalid(by)))
                            .orElseGet(() -> new Cell(ratio, RatioText.interval(r)));
                })
                .orElse(Cell.of(v.verdict() instanceof Verdict.Baseline ? "1" : Format.MISSING));
    }

    private static Cell throughput(VariantSummary v) {
        return v.counts().completed() > 0
                ? new Cell(
                        Figures.number(v.throughput().mean()),
                        v.throughput()
                                .interval()
                                .map(i -> Format.interval(i, Figures::number))
                                .orElse(v.counts().completed() > 1 ? Format.TOO_NOISY : ""))
                : Cell.of(Format.MISSING);
    }

    private static List<Cell> row(VariantSummary v, Scorecard scorecard) {
        boolean any = v.counts().completed() > 0;
        return List.of(
                Cell.of(v.variant().name()),
                marked(throughput(v), v, Metric.THROUGHPUT, scorecard),
                marked(response(v, Metric.P50), v, Metric.P50, scorecard),
                marked(response(v, Metric.P99), v, Metric.P99, scorecard),
                marked(p999(v, scorecard), v, Metric.P999, scorecard),
                time(v.latency().responseTime(), Histogram::getMaxValue),
                time(v.latency().serviceTime(), h -> h.getValueAtPercentile(99)),
                cpu(v, scorecard),
                peakRss(v, scorecard),
                threads(v, scorecard),
                Cell.of(any ? Figures.whole(v.counts().errors()) : Format.MISSING));
    }

    private static Cell p999(VariantSummary v, Scorecard scorecard) {
        var figure = response(v, Metric.P999);
        return BeyondText.isOfFew(scorecard, v.variant().name(), Metric.P999)
                ? Cell.remarked(figure.text(), "few responses")
                : figure;
    }

    private static Cell response(VariantSummary v, Metric metric) {
        return Cell.of(Format.time(v.latency().requests().percentile(metric.percent())));
    }

    private static Cell time(Histogram latencies, ToDoubleFunction<Histogram> reading) {
        return Cell.of(
                latencies.getTotalCount() == 0
                        ? Format.MISSING
                        : Format.time(reading.applyAsDouble(latencies)));
    }
}

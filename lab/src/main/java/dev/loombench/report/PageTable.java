package dev.loombench.report;

import static dev.loombench.report.Format.plain;

import dev.loombench.analysis.Analysis;
import dev.loombench.analysis.VariantSummary;
import dev.loombench.analysis.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;

/// The figures of every variant as a table, for pages and Markdown.
///
/// @param heads of the columns; the first is empty and heads the names
/// @param rows as many cells each
public record PageTable(List<String> heads, List<List<Cell>> rows) {
    private static final List<String> BATCH =
            List.of("", "elapsed", "tasks/s", "CPU/task", "peak RSS", "threads");
    private static final List<String> DRIVEN =
            List.of(
                    "",
                    "requests/s",
                    "p50",
                    "p99",
                    "p99.9",
                    "max",
                    "p99 service",
                    "CPU/request",
                    "peak RSS",
                    "threads",
                    "errors");

    public PageTable {
        heads = List.copyOf(heads);
        rows = rows.stream().map(List::copyOf).toList();
    }

    /// @param range the interval of the figure, or why it has none; empty when there is none
    public record Cell(String text, String range) {
        static Cell of(String text) {
            return new Cell(text, "");
        }
    }

    /// Ratios have a column where there is something to compare.
    public static PageTable of(Analysis analysis) {
        boolean batch = analysis.manifest().spec().isBatch();
        var heads = new ArrayList<>(batch ? BATCH : DRIVEN);
        var rows = new ArrayList<List<Cell>>();
        for (var v : analysis.variants()) {
            rows.add(new ArrayList<>(batch ? batchRow(v) : row(v)));
        }
        if (rows.size() > 1) {
            heads.add(1, "× " + ReportText.label(analysis.manifest().spec()));
            for (int i = 0; i < rows.size(); i++) {
                rows.get(i).add(1, ratio(analysis.variants().get(i)));
            }
        }
        return new PageTable(heads, rows);
    }

    private static List<Cell> batchRow(VariantSummary v) {
        return List.of(
                Cell.of(plain(v.variant().name())),
                Cell.of(Format.time(v.elapsed())),
                throughput(v),
                Cell.of(Format.time(v.cpuPerRequest())),
                Cell.of(Format.bytes(v.peakRss())),
                Cell.of(Format.count(v.threads())));
    }

    private static Cell ratio(VariantSummary v) {
        return v.verdict()
                .interval()
                .map(r -> new Cell(ReportText.ratio(r.point()), ReportText.interval(r)))
                .orElse(Cell.of(v.verdict() instanceof Verdict.Baseline ? "1" : Format.MISSING));
    }

    private static Cell throughput(VariantSummary v) {
        return v.completed() > 0
                ? new Cell(
                        Format.number(v.throughput()),
                        v.throughputInterval()
                                .map(i -> Format.ends(i, Format::number))
                                .orElse(v.completed() > 1 ? ReportText.TOO_NOISY : ""))
                : Cell.of(Format.MISSING);
    }

    private static List<Cell> row(VariantSummary v) {
        boolean some = v.completed() > 0;
        return List.of(
                Cell.of(plain(v.variant().name())),
                throughput(v),
                time(v.responseTime(), h -> h.getValueAtPercentile(50)),
                time(v.responseTime(), h -> h.getValueAtPercentile(99)),
                time(v.responseTime(), h -> h.getValueAtPercentile(99.9)),
                time(v.responseTime(), Histogram::getMaxValue),
                time(v.serviceTime(), h -> h.getValueAtPercentile(99)),
                Cell.of(Format.time(v.cpuPerRequest())),
                Cell.of(Format.bytes(v.peakRss())),
                Cell.of(Format.count(v.threads())),
                Cell.of(some ? String.format(Locale.ROOT, "%,d", v.errors()) : Format.MISSING));
    }

    private static Cell time(Histogram latencies, ToDoubleFunction<Histogram> reading) {
        return Cell.of(
                latencies.getTotalCount() == 0
                        ? Format.MISSING
                        : Format.time(reading.applyAsDouble(latencies)));
    }
}

package dev.loombench.report;

import static dev.loombench.report.Format.plain;

import dev.loombench.analysis.Analysis;
import dev.loombench.analysis.VariantSummary;
import dev.loombench.analysis.Verdict;
import dev.loombench.report.OutputDocument.Comparison;
import dev.loombench.stats.Interval;
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

    /// @param range the interval of the figure; empty when there is none
    public record Cell(String text, String range) {
        static Cell of(String text) {
            return new Cell(text, "");
        }
    }

    static PageTable of(Analysis analysis) {
        var ratio = "× " + Sentences.label(analysis.manifest().spec());
        if (analysis.manifest().spec().isBatch()) {
            return new PageTable(
                    List.of("", ratio, "elapsed", "tasks/s", "CPU/task", "peak RSS", "threads"),
                    analysis.variants().stream().map(PageTable::batchRow).toList());
        }
        var heads = new ArrayList<String>();
        heads.addAll(List.of("", ratio, "requests/s"));
        heads.addAll(List.of("p50", "p99", "p99.9", "max"));
        heads.addAll(List.of("p99 service", "CPU/request", "peak RSS", "threads", "errors"));
        return new PageTable(heads, analysis.variants().stream().map(PageTable::row).toList());
    }

    private static List<Cell> batchRow(VariantSummary v) {
        return List.of(
                Cell.of(plain(v.variant().name())),
                ratio(v),
                Cell.of(Format.time(v.elapsed())),
                throughput(v),
                Cell.of(Format.time(v.cpuPerRequest())),
                Cell.of(Format.bytes(v.peakRss())),
                Cell.of(Format.count(v.threads())));
    }

    private static Cell ratio(VariantSummary v) {
        return Comparison.of(v.verdict())
                .ratio()
                .map(r -> new Cell(Sentences.ratio(r.point()), Sentences.interval(r)))
                .orElse(Cell.of(v.verdict() instanceof Verdict.Baseline ? "1" : Format.MISSING));
    }

    private static Cell throughput(VariantSummary v) {
        return v.completed() > 0
                ? new Cell(
                        Format.number(v.throughput()),
                        v.throughputInterval().map(PageTable::range).orElse(""))
                : Cell.of(Format.MISSING);
    }

    private static List<Cell> row(VariantSummary v) {
        boolean some = v.completed() > 0;
        return List.of(
                Cell.of(plain(v.variant().name())),
                ratio(v),
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

    private static String range(Interval interval) {
        return Format.number(interval.low()) + ", " + Format.number(interval.high());
    }

    private static Cell time(Histogram latencies, ToDoubleFunction<Histogram> reading) {
        return Cell.of(
                latencies.getTotalCount() == 0
                        ? Format.MISSING
                        : Format.time(reading.applyAsDouble(latencies)));
    }
}

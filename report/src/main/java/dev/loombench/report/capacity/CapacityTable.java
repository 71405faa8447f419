package dev.loombench.report.capacity;

import dev.loombench.analysis.capacity.CapacityResult;
import dev.loombench.analysis.capacity.RateProbe;
import dev.loombench.analysis.capacity.VariantCapacity;
import dev.loombench.export.PageTable;
import dev.loombench.report.Format;
import dev.loombench.text.Figures;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// The capacity of all variants with the figures there, and the windows, as tables.
final class CapacityTable {
    private CapacityTable() {}

    /// A row per variant; where there are several, with a column that says how each compares. A
    /// figure that no variant has is no column: [CapacityGaps] says why.
    static PageTable of(CapacityResult result) {
        boolean compared = result.variants().size() > 1;
        var columns = columns(result.objectives().percent());
        var rows =
                result.variants().stream()
                        .map(v ->
                                compared
                                        ? with(row(v, result), CapacityText.verdict(v, result))
                                        : row(v, result))
                        .toList();
        var shown =
                IntStream.range(0, rows.getFirst().size())
                        .filter(i -> rows.stream().anyMatch(row -> !isMissing(row.get(i))))
                        .toArray();
        return PageTable.ofTexts(
                chosen(compared ? with(columns, "verdict") : columns, shown),
                rows.stream().map(row -> chosen(row, shown)).toList());
    }

    private static boolean isMissing(String cell) {
        return cell.equals(Format.MISSING);
    }

    private static List<String> chosen(List<String> cells, int[] columns) {
        return IntStream.of(columns).mapToObj(cells::get).toList();
    }

    /// A row per window; where one was disturbed, with a column that says by what.
    static PageTable windows(CapacityResult result) {
        var probes = result.variants().stream().flatMap(v -> v.probes().stream()).toList();
        boolean disturbed = probes.stream().anyMatch(p -> p.disturbance().isPresent());
        var columns =
                List.of(
                        "",
                        "purpose",
                        "rate",
                        "outcome",
                        "p" + CapacityText.percent(result.objectives().percent()),
                        "requests",
                        "errors",
                        "burn");
        return PageTable.ofTexts(
                disturbed ? with(columns, "disturbed by") : columns,
                probes.stream()
                        .map(p -> disturbed ? with(row(p), p.disturbance().orElse("")) : row(p))
                        .toList());
    }

    private static List<String> row(RateProbe probe) {
        return List.of(
                WindowText.process(probe),
                probe.purpose().name().toLowerCase(Locale.ROOT),
                CapacityText.rate(probe.rate()),
                WindowText.outcome(probe),
                Format.time((double) probe.figures().percentileNanos()),
                Figures.whole(probe.figures().requests()),
                Figures.whole(probe.figures().errors()),
                Figures.number(probe.burn()));
    }

    private static List<String> columns(double percent) {
        return List.of(
                "",
                "capacity",
                "95 % interval",
                "p50",
                "p" + CapacityText.percent(percent),
                "CPU/req.",
                "recovery");
    }

    private static List<String> with(List<String> cells, String last) {
        return Stream.concat(cells.stream(), Stream.of(last)).toList();
    }

    private static List<String> row(VariantCapacity v, CapacityResult result) {
        return List.of(
                v.variant(),
                CapacityText.figure(v, result),
                CapacityText.interval(v.capacity()),
                Format.time(percentile(v, 50)),
                Format.time(percentile(v, result.objectives().percent())),
                v.atCapacity()
                        .map(s -> Format.time(s.cost().cpuPerRequest()))
                        .orElse(Format.MISSING),
                CapacityText.recovery(v.recovery()));
    }

    private static OptionalDouble percentile(VariantCapacity v, double percent) {
        return v.atCapacity()
                .map(s -> s.latency().responseTime())
                .filter(h -> h.getTotalCount() > 0)
                .map(h -> OptionalDouble.of((double) h.getValueAtPercentile(percent)))
                .orElse(OptionalDouble.empty());
    }
}

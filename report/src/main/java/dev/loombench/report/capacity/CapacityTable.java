package dev.loombench.report.capacity;

import static dev.loombench.report.Format.plain;

import dev.loombench.analysis.capacity.CapacityResult;
import dev.loombench.analysis.capacity.RateProbe;
import dev.loombench.analysis.capacity.VariantCapacity;
import dev.loombench.export.PageTable;
import dev.loombench.report.Format;
import dev.loombench.text.Figures;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/// The capacity of all variants with the figures there, and the windows, as tables.
final class CapacityTable {
    private CapacityTable() {}

    /// A row per variant.
    static PageTable of(CapacityResult result) {
        return PageTable.ofTexts(
                columns(result.objectives().percent()),
                result.variants().stream().map(v -> row(v, result)).toList());
    }

    /// The same, with a column that says how a variant compares.
    static PageTable compared(CapacityResult result) {
        return PageTable.ofTexts(
                with(columns(result.objectives().percent()), "comparison"),
                result.variants().stream()
                        .map(v -> with(row(v, result), CapacityText.mark(v, result)))
                        .toList());
    }

    /// A row per window.
    static PageTable windows(CapacityResult result) {
        return PageTable.ofTexts(
                List.of(
                        "variant",
                        "process",
                        "purpose",
                        "rate",
                        "outcome",
                        "p" + CapacityText.percent(result.objectives().percent()),
                        "requests",
                        "burn"),
                result.variants().stream()
                        .flatMap(v -> v.probes().stream())
                        .map(CapacityTable::row)
                        .toList());
    }

    private static List<String> row(RateProbe probe) {
        return List.of(
                plain(probe.variant()),
                String.valueOf(probe.block()),
                probe.purpose().name().toLowerCase(Locale.ROOT),
                CapacityText.rate(probe.rate()),
                probe.outcome().name().toLowerCase(Locale.ROOT).replace('_', '-'),
                Format.time((double) probe.figures().percentileNanos()),
                String.format(Locale.ROOT, "%,d", probe.figures().requests()),
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
                plain(v.variant()),
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

package dev.loombench.report;

import static dev.loombench.report.Format.plain;

import dev.loombench.analysis.Analysis;
import dev.loombench.analysis.VariantSummary;
import dev.loombench.report.OutputDocument.Comparison;
import java.util.List;
import java.util.stream.Collectors;

/// The answer to a run's question in one sentence.
///
/// @param tone `decided`, `undecided` or `invalid`
record Headline(String tone, String sentence) {

    static Headline of(Analysis analysis) {
        if (!analysis.valid()) {
            return new Headline("invalid", "This run must not be relied on.");
        }
        if (!analysis.decided()) {
            return new Headline("undecided", undecided(analysis));
        }
        return new Headline("decided", decided(analysis));
    }

    private static String undecided(Analysis analysis) {
        var open =
                analysis.variants().stream()
                        .filter(v -> List.of("undecided", "no-evidence").contains(kind(v)))
                        .toList();
        int needed =
                open.stream()
                        .flatMap(v -> Comparison.of(v.verdict()).trialsNeeded().stream())
                        .mapToInt(n -> n)
                        .max()
                        .orElse(0);
        var tell = needed == 0 ? "." : ": about %,d trials of each would tell.".formatted(needed);
        return "Undecided for %d of %d comparisons%s"
                .formatted(open.size(), analysis.variants().size() - 1, tell);
    }

    private static String decided(Analysis analysis) {
        var first = plain(analysis.variants().getFirst().variant().name());
        var metric = analysis.manifest().spec().metric();
        if (analysis.variants().size() == 1) {
            return "%s: %s.".formatted(first, figure(analysis, analysis.variants().getFirst()));
        }
        var better = of("better", analysis);
        if (!better.isEmpty()) {
            return "Better by %s than %s: %s."
                    .formatted(
                            metric.label(),
                            first,
                            better.stream()
                                    .map(Headline::nameAndRatio)
                                    .collect(Collectors.joining(", ")));
        }
        return of("worse", analysis).isEmpty()
                ? "No difference above %s %% by %s."
                        .formatted(
                                Format.number(100 * analysis.manifest().spec().margin()),
                                metric.label())
                : "None is better than %s by %s.".formatted(first, metric.label());
    }

    /// Those that are better are not ranked: they were compared with the first, not with each
    /// other.
    private static String nameAndRatio(VariantSummary v) {
        return "%s (× %s)"
                .formatted(
                        plain(v.variant().name()),
                        Comparison.of(v.verdict())
                                .ratio()
                                .map(r -> Sentences.ratio(r.point()))
                                .orElse(Format.MISSING));
    }

    private static String figure(Analysis analysis, VariantSummary v) {
        return MetricFigure.text(v, analysis.manifest().spec().metric());
    }

    private static List<VariantSummary> of(String kind, Analysis analysis) {
        return analysis.variants().stream().filter(v -> kind(v).equals(kind)).toList();
    }

    private static String kind(VariantSummary v) {
        return Comparison.of(v.verdict()).verdict();
    }
}

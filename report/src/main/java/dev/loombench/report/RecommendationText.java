package dev.loombench.report;

import static dev.loombench.report.Format.plain;

import dev.loombench.analysis.Analysis;
import dev.loombench.analysis.comparison.Recommendation;
import dev.loombench.text.Figures;
import dev.loombench.text.Sentence;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The recommendation of a run, in words.
public final class RecommendationText {
    private RecommendationText() {}

    /// `Recommended: A or B (3.99× and 3.96× the throughput of C). A and B are equivalent within 5
    /// %.`
    public static String of(Analysis analysis, Recommendation recommendation) {
        var experiment = analysis.manifest().experiment();
        var candidates = recommendation.candidates();
        if (candidates.size() == experiment.variants().size()) {
            return recommendation.inconclusive().isEmpty()
                    ? "Recommended: any. All variants are equivalent within %s by %s."
                            .formatted(
                                    Figures.percent(experiment.margin()),
                                    MetricText.name(experiment))
                    : "The difference is inconclusive by %s: no variant can be recommended."
                            .formatted(MetricText.name(experiment));
        }
        return "Recommended: %s%s.%s%s"
                .formatted(
                        list(candidates, "or"),
                        ratios(analysis, candidates),
                        equivalent(recommendation, experiment.margin()),
                        inconclusive(recommendation));
    }

    /// ` (3.99× and 3.96× the throughput of C)`; without ratios ` by throughput`.
    private static String ratios(Analysis analysis, List<String> candidates) {
        var experiment = analysis.manifest().experiment();
        var first = experiment.variants().getFirst().name();
        var ratios = candidates.stream().flatMap(name -> ratio(analysis, name).stream()).toList();
        return candidates.contains(first) || ratios.size() < candidates.size()
                ? " by " + MetricText.name(experiment)
                : " (%s the %s of %s)"
                        .formatted(
                                Sentence.listed(ratios, "and"),
                                MetricText.name(experiment),
                                plain(first));
    }

    private static Optional<String> ratio(Analysis analysis, String name) {
        return analysis.variants().stream()
                .filter(v -> v.variant().name().equals(name))
                .flatMap(v -> v.verdict().shownInterval().stream())
                .map(r -> RatioText.ratio(r.point()) + "×")
                .findFirst();
    }

    private static String equivalent(Recommendation recommendation, double margin) {
        if (recommendation.equivalent().isEmpty()) {
            return "";
        }
        var names = new ArrayList<String>();
        names.add(recommendation.best());
        names.addAll(recommendation.equivalent());
        return " %s are equivalent within %s."
                .formatted(list(names, "and"), Figures.percent(margin));
    }

    private static String inconclusive(Recommendation recommendation) {
        return recommendation.inconclusive().isEmpty()
                ? ""
                : " The difference between %s and %s is inconclusive."
                        .formatted(
                                plain(recommendation.best()),
                                list(recommendation.inconclusive(), "and"));
    }

    private static String list(List<String> names, String conjunction) {
        return Sentence.listed(names.stream().map(Format::plain).toList(), conjunction);
    }
}

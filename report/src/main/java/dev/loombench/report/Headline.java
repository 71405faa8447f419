package dev.loombench.report;

import static dev.loombench.report.Format.plain;

import dev.loombench.analysis.Analysis;
import dev.loombench.analysis.VariantSummary;
import dev.loombench.analysis.comparison.Verdict;
import dev.loombench.export.AnswerStatus;
import dev.loombench.stats.BlocksNeeded;
import dev.loombench.text.Figures;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/// The answer to a run's question, in one or two sentences.
public record Headline(AnswerStatus status, String sentence) {
    /// The headline of a run in progress.
    ///
    /// @param ended trials out of `planned`
    public static Headline running(int ended, int planned) {
        return new Headline(
                AnswerStatus.RUNNING,
                "Running: %d of %s %s ended."
                        .formatted(
                                ended,
                                Figures.counted(planned, "trial"),
                                planned == 1 ? "has" : "have"));
    }

    public boolean isRunning() {
        return status == AnswerStatus.RUNNING;
    }

    public static Headline of(Analysis analysis) {
        var status = status(analysis);
        return new Headline(
                status,
                switch (status) {
                    case INVALID -> "Invalid result." + cost(analysis);
                    case UNDECIDED -> smoke(analysis) + undecided(analysis) + cost(analysis);
                    case DECIDED, FAILED, RUNNING ->
                            smoke(analysis) + claims(analysis) + decided(analysis);
                });
    }

    /// That of the trials which have ended.
    public static AnswerStatus status(Analysis analysis) {
        if (!analysis.valid()) {
            return AnswerStatus.INVALID;
        }
        return analysis.decided() ? AnswerStatus.DECIDED : AnswerStatus.UNDECIDED;
    }

    /// That a run of one trial per variant was made to see that it works. What it measured is one
    /// process of each, and processes of the same code differ.
    private static String smoke(Analysis analysis) {
        return analysis.manifest().experiment().trials().max() == 1
                ? "Smoke run, one trial per variant: it shows that everything works, and not what is better. "
                : "";
    }

    private static String cost(Analysis analysis) {
        return CostVerdictText.sentence(analysis).map(" "::concat).orElse("");
    }

    private static String claims(Analysis analysis) {
        return analysis.claims().isEmpty() ? "" : ReportText.claims(analysis.claims()) + ". ";
    }

    private static String undecided(Analysis analysis) {
        if (!analysis.claims().isEmpty()) {
            return claims(analysis) + decided(analysis);
        }
        var depending =
                analysis.variants().stream().filter(v -> v.verdict().byMode().isPresent()).toList();
        var undecided = analysis.variants().stream().filter(v -> isOpen(v.verdict())).toList();
        if (undecided.isEmpty() && !depending.isEmpty()) {
            return recommendation(analysis) + depending(analysis, depending);
        }
        var needs =
                undecided.stream()
                        .flatMap(v -> v.verdict().blocksNeeded().stream())
                        .max(Comparator.comparingInt(BlocksNeeded::high))
                        .map(needed -> ": " + ReportText.blocksNeeded(needed))
                        .orElse("");
        return "%sUndecided for %d of %s%s."
                .formatted(
                        recommendation(analysis),
                        undecided.size(),
                        Figures.counted(analysis.variants().size() - 1, "comparison"),
                        needs);
    }

    /// `It depends on the process: B has 1.003× or 0.600× the CPU per request of A.`
    private static String depending(Analysis analysis, List<VariantSummary> variants) {
        var experiment = analysis.manifest().experiment();
        return "It depends on the process: %s the %s of %s."
                .formatted(
                        variants.stream()
                                .map(v ->
                                        "%s has %s"
                                                .formatted(
                                                        plain(v.variant().name()),
                                                        RatioText.points(
                                                                v.verdict()
                                                                        .byMode()
                                                                        .orElseThrow())))
                                .collect(Collectors.joining(", ")),
                        MetricText.name(experiment),
                        plain(experiment.variants().getFirst().name()));
    }

    /// The recommendation, where it excludes at least one variant.
    private static String recommendation(Analysis analysis) {
        return analysis.recommendation()
                .filter(r -> r.candidates().size() < analysis.variants().size())
                .map(r -> RecommendationText.of(analysis, r) + " ")
                .orElse("");
    }

    private static String decided(Analysis analysis) {
        var first = plain(analysis.variants().getFirst().variant().name());
        if (analysis.variants().size() == 1) {
            return "%s: %s.".formatted(first, figure(analysis, analysis.variants().getFirst()));
        }
        return analysis.recommendation()
                .map(r -> RecommendationText.of(analysis, r))
                .orElseGet(() ->
                        "No recommendation: a variant has no figure for %s."
                                .formatted(MetricText.label(analysis.manifest().experiment())));
    }

    private static String figure(Analysis analysis, VariantSummary v) {
        return MetricFigure.text(v, analysis.manifest().experiment());
    }

    private static boolean isOpen(Verdict verdict) {
        return switch (verdict) {
            case Verdict.Undecided _, Verdict.NoEvidence _, Verdict.Invalid _ -> true;
            case Verdict.Baseline _,
                    Verdict.Better _,
                    Verdict.Worse _,
                    Verdict.NoDifference _,
                    Verdict.Different _,
                    Verdict.DependsOnProcess _ ->
                    false;
        };
    }
}

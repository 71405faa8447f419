package dev.loombench.analysis.validity.evidence;

import dev.loombench.analysis.comparison.Scorecard;
import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.Metric;
import dev.loombench.finding.Kind;
import dev.loombench.finding.Severity;
import dev.loombench.result.Interleaving;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.result.TrialResult;
import java.util.List;
import java.util.Optional;

/// Metrics that were measured in slices, although a rest may change them unnoticed: variants are
/// not compared by them.
///
/// @param metrics those of the scorecard, at least one
public record NotJudgedInSlices(List<Metric> metrics) implements EvidenceFinding {
    public static final Kind KIND =
            new Kind(
                    "not-judged-in-slices",
                    "windows that are divided into slices: percentiles above the median and peak memory, which [rests may change unnoticed](trials.md)",
                    "information, and no verdict in the scorecard; invalid where one of them decides, as by a condition on a run that is measured already");

    public NotJudgedInSlices {
        metrics = List.copyOf(metrics);
    }

    public static Optional<NotJudgedInSlices> of(Experiment experiment, List<TrialResult> results) {
        var metrics = Scorecard.metrics(experiment).stream().filter(Metric::isOfExtremes).toList();
        return results.stream().anyMatch(NotJudgedInSlices::isDivided)
                ? Optional.of(new NotJudgedInSlices(metrics))
                : Optional.empty();
    }

    private static boolean isDivided(TrialResult result) {
        return result.outcome() instanceof Completed trial
                && trial.interleaving().filter(Interleaving::divided).isPresent();
    }

    @Override
    public Severity severity() {
        return Severity.INFORMATION;
    }

    /// A condition may be added to a run that is measured already.
    @Override
    public Severity severity(Experiment experiment) {
        return experiment.criteria().decidedBy(Metric::isOfExtremes)
                ? Severity.INVALID
                : severity();
    }

    @Override
    public boolean affects(Metric metric) {
        return metric.isOfExtremes();
    }

    /// Figures are as measured, also in a comparison of two runs, which has no verdict.
    @Override
    public boolean invalidates(Metric metric, String variant, String other) {
        return affects(metric) && !variant.equals(other);
    }

    @Override
    public boolean isUnjudged() {
        return true;
    }

    /// `p99, peak-rss`.
    public String labels() {
        return String.join(", ", metrics.stream().map(Metric::label).toList());
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                "no check of the slices looks at %s".formatted(labels()),
                "a rest between slices may change them, so variants are not compared by them",
                "use compare --metric %s, or %s"
                        .formatted(
                                metrics.getFirst().label(), LongerRun.inFile("mode: sequential")));
    }
}

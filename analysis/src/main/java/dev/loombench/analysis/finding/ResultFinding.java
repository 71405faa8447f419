package dev.loombench.analysis.finding;

import dev.loombench.experiment.Claim;
import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.Metric;
import dev.loombench.finding.Finding;
import dev.loombench.finding.Severity;
import java.util.List;
import java.util.Optional;

/// Something that makes a result invalid, or limits what it holds for: a record of its subjects and
/// its figures.
///
/// The record holds all that there is to know of its [#kind]: the limit, the check, the severity,
/// what it affects, and the words. Those of one [Topic] are a sealed group in a package of their
/// own, whose interface names their kinds.
public interface ResultFinding extends Finding {
    Topic topic();

    /// In words, without its subjects.
    ///
    /// @param longer the options of a run that a remedy names
    FindingText words(LongerRun longer);

    /// In words.
    default FindingText text(LongerRun longer) {
        return words(longer).about(variants());
    }

    /// In words, with values of options for a longer run.
    default FindingText text(Experiment experiment) {
        return text(LongerRun.than(experiment));
    }

    /// In words, with options without values.
    default FindingText text() {
        return text(LongerRun.UNKNOWN);
    }

    /// In the words of `loombench load`, whose only subject needs no name and which has options of
    /// its own.
    default FindingText ofLoad() {
        return words(LongerRun.UNKNOWN);
    }

    /// With its subjects, and options without values.
    @Override
    default String message() {
        return text().message();
    }

    /// Its severity in a run: where it makes figures invalid by which the run does not decide, it
    /// is a note.
    default Severity severity(Experiment experiment) {
        return severity() == Severity.INVALID && !decides(experiment) ? Severity.NOTE : severity();
    }

    private boolean decides(Experiment experiment) {
        return experiment.claims().isEmpty()
                ? affects(experiment.metric())
                : experiment.claims().stream().anyMatch(this::affects);
    }

    /// Whether it holds for every run on this machine, and says nothing about this one.
    default boolean ofMachine() {
        return false;
    }

    /// The variants concerned; empty where it concerns the whole run.
    default List<String> variants() {
        return List.of();
    }

    /// Whether the findings that its kind can explain are its consequences: not where it has too
    /// little to do with them.
    default boolean explains() {
        return true;
    }

    /// Whether it concerns figures of this metric.
    default boolean affects(Metric metric) {
        return true;
    }

    /// Whether figures that it makes invalid are those of a metric that will reach another level:
    /// the same run for longer would give others.
    default boolean isUnsteady() {
        return false;
    }

    /// Whether figures that it makes invalid hold by themselves, and only their comparison has no
    /// verdict.
    default boolean isUnjudged() {
        return false;
    }

    /// Whether it makes the comparison of a variant with another by this metric invalid, also where
    /// it is a note because the experiment is decided by another metric.
    ///
    /// @param other the variant itself for a comparison of two runs
    default boolean invalidates(Metric metric, String variant, String other) {
        return severity() == Severity.INVALID
                && affects(metric)
                && (variants().isEmpty()
                        || variants().contains(variant)
                        || variants().contains(other));
    }

    /// The first of the findings that makes such a comparison invalid.
    static Optional<ResultFinding> invalidating(
            List<ResultFinding> findings, Metric metric, String variant, String other) {
        return findings.stream().filter(f -> f.invalidates(metric, variant, other)).findFirst();
    }

    /// Whether it concerns the figures that the claim is checked by.
    default boolean affects(Claim claim) {
        return affects(claim.metric())
                && (variants().isEmpty() || variants().stream().anyMatch(claim::mentions));
    }

    /// One that concerns percentiles of response time only.
    interface OfPercentiles extends ResultFinding {
        @Override
        default boolean affects(Metric metric) {
            return metric.isPercentile();
        }
    }

    /// One that does not concern memory and threads, which hardly depend on what disturbs others.
    interface OfTimes extends ResultFinding {
        @Override
        default boolean affects(Metric metric) {
            return !metric.isFootprint();
        }
    }
}

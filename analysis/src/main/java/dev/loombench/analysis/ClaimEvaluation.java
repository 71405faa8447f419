package dev.loombench.analysis;

import dev.loombench.analysis.comparison.ClaimCheck;
import dev.loombench.analysis.comparison.ClaimCheck.Outcome;
import dev.loombench.analysis.comparison.RunFigures;
import dev.loombench.analysis.finding.ResultFinding;
import dev.loombench.analysis.validity.percentile.PercentileFinding;
import dev.loombench.experiment.Claim;
import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.article.Article;
import dev.loombench.finding.Severity;
import dev.loombench.result.Reproduction;
import dev.loombench.result.Reproduction.Ended;
import dev.loombench.result.Reproduction.Planned;
import dev.loombench.result.RunManifest;
import dev.loombench.result.store.StoredRun;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The claims of articles, evaluated on this machine.
///
/// A pure function of the stored files, as an [Analysis] is.
///
/// @param experiments in the order of the plan
public record ClaimEvaluation(Reproduction plan, List<EvaluatedExperiment> experiments) {
    /// Suffix of the experiment that asks the same question by a corrected method.
    public static final String CORRECTED = "-corrected";

    private static final String NOT_YET = "it has not been run yet";

    private static final String OF_CAPACITY =
            "a run, at one load, does not measure the capacity; loombench capacity checks it";

    /// An experiment and its stored results.
    ///
    /// @param ended empty while it has not
    /// @param run empty when there is none
    public record Attempt(Planned planned, Optional<Ended> ended, Optional<StoredRun> run) {}

    /// An experiment with the status of its claims.
    ///
    /// @param analysis of its run; empty without one
    /// @param valid whether the run's checks of all claims are valid; of a run without claims,
    ///   whether the run is valid, or too short by being quick. An experiment that was not run is
    ///   not invalid
    public record EvaluatedExperiment(
            Planned planned,
            Optional<Ended> ended,
            Optional<Analysis> analysis,
            List<EvaluatedClaim> claims,
            boolean valid) {}

    public record EvaluatedClaim(Claim claim, ClaimStatus status) {}

    /// The status of a claim of an article.
    public sealed interface ClaimStatus {
        record Supported(ClaimCheck check) implements ClaimStatus {}

        record Contradicted(ClaimCheck check) implements ClaimStatus {}

        /// Supported by the article's method and contradicted by the corrected one, or the reverse.
        ///
        /// @param correctedExperiment the corrected experiment, and `corrected` the check by its
        ///   trials
        record Depends(ClaimCheck check, Experiment correctedExperiment, ClaimCheck corrected)
                implements ClaimStatus {}

        record Undecided(ClaimCheck check) implements ClaimStatus {}

        /// A finding of its run makes the check invalid.
        ///
        /// @param check by the figures as measured
        /// @param finding the first of this kind
        record Invalid(ClaimCheck check, ResultFinding finding) implements ClaimStatus {}

        /// The claim cannot be tested here.
        record Untested(String reason) implements ClaimStatus {}

        /// A quick run is too short to test it.
        ///
        /// @param finding that shows it
        record TooShort(ResultFinding finding) implements ClaimStatus {}
    }

    public static ClaimEvaluation of(Reproduction plan, List<Attempt> attempts) {
        var runs = new HashMap<String, AnalyzedRun>();
        attempts.forEach(
                a -> a.run().ifPresent(run -> runs.put(a.planned().name(), AnalyzedRun.of(run))));
        return new ClaimEvaluation(
                plan, attempts.stream().map(a -> evaluated(a, runs, plan.quick())).toList());
    }

    /// A run with its figures, which the checks of several claims share.
    private record AnalyzedRun(RunManifest manifest, RunFigures figures, Analysis analysis) {
        static AnalyzedRun of(StoredRun run) {
            var figures = RunFigures.of(run.manifest(), run.trials());
            return new AnalyzedRun(run.manifest(), figures, Analysis.of(run, figures));
        }
    }

    /// Whether all experiments that can run here were run, with valid results; false when none can.
    public boolean valid() {
        return experiments.stream().allMatch(t -> t.ended().isPresent())
                && experiments.stream().anyMatch(t -> t.analysis().isPresent())
                && experiments.stream().allMatch(EvaluatedExperiment::valid);
    }

    /// The evaluation of one article.
    public ClaimEvaluation about(Article article) {
        return new ClaimEvaluation(
                new Reproduction(
                        plan.started(),
                        plan.quick(),
                        List.of(article),
                        plan.experiments().stream().filter(p -> isOf(article, p)).toList()),
                experiments.stream().filter(t -> isOf(article, t.planned())).toList());
    }

    private static boolean isOf(Article article, Planned planned) {
        return planned.article().equals(article.name());
    }

    private static EvaluatedExperiment evaluated(
            Attempt attempt, Map<String, AnalyzedRun> runs, boolean quick) {
        var name = attempt.planned().name();
        var analysis = Optional.ofNullable(runs.get(name)).map(AnalyzedRun::analysis);
        var corrected = Optional.ofNullable(runs.get(name + CORRECTED));
        var claims = new ArrayList<EvaluatedClaim>();
        for (var claim : attempt.planned().experiment().claims()) {
            claims.add(
                    new EvaluatedClaim(
                            claim,
                            checkOf(claim, analysis)
                                    .map(check ->
                                            status(check, analysis.orElseThrow(), corrected, quick))
                                    .orElseGet(() ->
                                            new ClaimStatus.Untested(reason(claim, attempt)))));
        }
        return new EvaluatedExperiment(
                attempt.planned(),
                attempt.ended(),
                analysis,
                claims,
                isValid(analysis, claims, quick));
    }

    private static boolean isValid(
            Optional<Analysis> analysis, List<EvaluatedClaim> claims, boolean quick) {
        return claims.isEmpty()
                ? analysis.stream().allMatch(a -> a.valid() || (quick && isTooShort(a)))
                : claims.stream().noneMatch(c -> c.status() instanceof ClaimStatus.Invalid);
    }

    /// Whether a longer run would be valid.
    private static boolean isTooShort(Analysis analysis) {
        return analysis.variants().stream().noneMatch(v -> v.counts().completed() == 0)
                && analysis.findings(Severity.INVALID).stream()
                        .allMatch(ClaimEvaluation::needsTime);
    }

    private static Optional<ClaimCheck> checkOf(Claim claim, Optional<Analysis> analysis) {
        return analysis.stream()
                .flatMap(a -> a.claims().stream())
                .filter(check -> check.claim().equals(claim))
                .findFirst();
    }

    private static String reason(Claim claim, Attempt attempt) {
        if (!claim.isOfRun()) {
            return OF_CAPACITY;
        }
        return attempt.ended()
                .flatMap(ended ->
                        ended.unavailable().entrySet().stream()
                                .filter(e -> claim.mentions(e.getKey()))
                                .map(e -> e.getKey() + ": " + e.getValue())
                                .findFirst())
                .orElse(NOT_YET);
    }

    private static ClaimStatus status(
            ClaimCheck check, Analysis analysis, Optional<AnalyzedRun> corrected, boolean quick) {
        int claims = analysis.claims().size();
        return switch (check.outcome()) {
            case Outcome.Supported _ ->
                    depends(check, corrected, claims)
                            .orElseGet(() -> new ClaimStatus.Supported(check));
            case Outcome.Contradicted _ ->
                    depends(check, corrected, claims)
                            .orElseGet(() -> new ClaimStatus.Contradicted(check));
            case Outcome.Undecided _ -> new ClaimStatus.Undecided(check);
            case Outcome.NoEvidence _ ->
                    analysis.invalidating(check.claim())
                            .map(finding -> invalid(check, finding, quick))
                            .orElseGet(() -> new ClaimStatus.Undecided(check));
            case Outcome.Invalid(_, var finding) -> invalid(check.asMeasured(), finding, quick);
        };
    }

    private static ClaimStatus invalid(ClaimCheck check, ResultFinding finding, boolean quick) {
        return quick && needsTime(finding)
                ? new ClaimStatus.TooShort(finding)
                : new ClaimStatus.Invalid(check, finding);
    }

    /// Whether a longer run would not have it.
    private static boolean needsTime(ResultFinding finding) {
        return finding.isUnsteady() || finding instanceof PercentileFinding;
    }

    /// The opposite outcome of the corrected experiment, if it has one.
    ///
    /// @param claims of the experiment, which share the level
    private static Optional<ClaimStatus> depends(
            ClaimCheck check, Optional<AnalyzedRun> corrected, int claims) {
        return corrected
                .filter(run -> comparable(check.claim(), run.manifest()))
                .filter(run -> run.analysis().invalidatingFiguresOf(check.claim()).isEmpty())
                .flatMap(run -> {
                    var other = run.analysis().check(check.claim(), run.figures(), claims);
                    return opposite(check.outcome(), other.outcome())
                            ? Optional.of(
                                    new ClaimStatus.Depends(
                                            check, run.manifest().experiment(), other))
                            : Optional.<ClaimStatus>empty();
                });
    }

    /// A fixed value holds for its load alone; a comparison of two variants carries over to
    /// another.
    private static boolean comparable(Claim claim, RunManifest manifest) {
        return switch (claim.target()) {
            case Claim.Target.FixedValue _ -> false;
            case Claim.Target.Times(_, var other) ->
                    has(manifest, claim.variant()) && has(manifest, other);
        };
    }

    private static boolean has(RunManifest manifest, String variant) {
        return manifest.experiment().variants().stream().anyMatch(v -> v.name().equals(variant));
    }

    private static boolean opposite(Outcome a, Outcome b) {
        return (a instanceof Outcome.Supported && b instanceof Outcome.Contradicted)
                || (a instanceof Outcome.Contradicted && b instanceof Outcome.Supported);
    }
}

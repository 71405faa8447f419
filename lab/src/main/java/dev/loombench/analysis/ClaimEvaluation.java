package dev.loombench.analysis;

import dev.loombench.analysis.ClaimCheck.Outcome;
import dev.loombench.analysis.validity.Finding;
import dev.loombench.analysis.validity.JvmFinding.CompilingCounted;
import dev.loombench.result.Reproduction;
import dev.loombench.result.Reproduction.Ended;
import dev.loombench.result.Reproduction.Planned;
import dev.loombench.result.RunManifest;
import dev.loombench.result.store.StoredRun;
import dev.loombench.spec.Article;
import dev.loombench.spec.Claim;
import dev.loombench.spec.ExperimentSpec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What became of the claims of articles on this machine.
///
/// A pure function of what lies on disk, as an [Analysis] is.
///
/// @param experiments in the order of the plan
public record ClaimEvaluation(Reproduction plan, List<EvaluatedExperiment> experiments) {
    /// An experiment of this name asks the same as the one without, with the method put right.
    public static final String CORRECTED = "-corrected";

    private static final String NOT_YET = "it has not been run yet";

    /// An experiment and what the disk holds of it.
    ///
    /// @param ended empty when it has not
    /// @param run empty when there is none
    public record Attempt(Planned planned, Optional<Ended> ended, Optional<StoredRun> run) {}

    /// An experiment with its claims confronted.
    ///
    /// @param analysis of its run; empty when there is none
    public record EvaluatedExperiment(
            Planned planned,
            Optional<Ended> ended,
            Optional<Analysis> analysis,
            List<EvaluatedClaim> claims) {

        /// Whether the run's checks of all claims are valid; of a run without claims, whether the
        /// run is. What was not run is not invalid.
        public boolean valid() {
            return claims.isEmpty()
                    ? analysis.stream().allMatch(Analysis::valid)
                    : claims.stream().noneMatch(c -> c.standing() instanceof ClaimStatus.Invalid);
        }
    }

    public record EvaluatedClaim(Claim claim, ClaimStatus standing) {}

    /// What may be said of a claim of an article.
    public sealed interface ClaimStatus {
        record Supported(ClaimCheck check) implements ClaimStatus {}

        record Contradicted(ClaimCheck check) implements ClaimStatus {}

        /// As the article asks it is the one, and with the method put right the other.
        ///
        /// @param twin the corrected experiment, and `corrected` what its trials say
        record Depends(ClaimCheck check, ExperimentSpec twin, ClaimCheck corrected)
                implements ClaimStatus {}

        record Undecided(ClaimCheck check) implements ClaimStatus {}

        /// The result of its run is invalid for it.
        ///
        /// @param finding the first that makes it so
        record Invalid(ClaimCheck check, Finding finding) implements ClaimStatus {}

        /// It cannot be tested here.
        record Untested(String why) implements ClaimStatus {}

        /// A quick run is too short to test it.
        ///
        /// @param finding that shows it
        record TooShort(Finding finding) implements ClaimStatus {}
    }

    public static ClaimEvaluation of(Reproduction plan, List<Attempt> attempts) {
        var runs = new HashMap<String, AnalyzedRun>();
        attempts.forEach(
                a -> a.run().ifPresent(run -> runs.put(a.planned().name(), AnalyzedRun.of(run))));
        return new ClaimEvaluation(
                plan, attempts.stream().map(a -> tried(a, runs, plan.quick())).toList());
    }

    /// A run with its figures, which the checks of several claims share.
    private record AnalyzedRun(RunManifest manifest, RunFigures figures, Analysis analysis) {
        static AnalyzedRun of(StoredRun run) {
            var figures = RunFigures.of(run.manifest(), run.trials());
            return new AnalyzedRun(run.manifest(), figures, Analysis.of(run, figures));
        }
    }

    /// Whether all that could be run was, with results that may be relied on; false when nothing
    /// could.
    public boolean valid() {
        return experiments.stream().allMatch(t -> t.ended().isPresent())
                && experiments.stream().anyMatch(t -> t.analysis().isPresent())
                && experiments.stream().allMatch(EvaluatedExperiment::valid);
    }

    /// The part that is about one article.
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

    private static EvaluatedExperiment tried(
            Attempt attempt, Map<String, AnalyzedRun> runs, boolean quick) {
        var name = attempt.planned().name();
        var analysis = Optional.ofNullable(runs.get(name)).map(AnalyzedRun::analysis);
        var twin = Optional.ofNullable(runs.get(name + CORRECTED));
        var confronted = new ArrayList<EvaluatedClaim>();
        for (var claim : attempt.planned().spec().claims()) {
            confronted.add(
                    new EvaluatedClaim(
                            claim,
                            checkOf(claim, analysis)
                                    .map(check ->
                                            standing(check, analysis.orElseThrow(), twin, quick))
                                    .orElseGet(
                                            () -> new ClaimStatus.Untested(why(claim, attempt)))));
        }
        return new EvaluatedExperiment(attempt.planned(), attempt.ended(), analysis, confronted);
    }

    private static Optional<ClaimCheck> checkOf(Claim claim, Optional<Analysis> analysis) {
        return analysis.stream()
                .flatMap(a -> a.claims().stream())
                .filter(check -> check.claim().equals(claim))
                .findFirst();
    }

    private static String why(Claim claim, Attempt attempt) {
        return attempt.ended()
                .flatMap(ended ->
                        ended.unavailable().entrySet().stream()
                                .filter(e -> claim.mentions(e.getKey()))
                                .map(e -> e.getKey() + ": " + e.getValue())
                                .findFirst())
                .orElse(NOT_YET);
    }

    private static ClaimStatus standing(
            ClaimCheck check, Analysis analysis, Optional<AnalyzedRun> twin, boolean quick) {
        return analysis.invalidating(check.claim())
                .map(finding -> invalid(check, finding, quick))
                .orElseGet(() -> standing(check, twin));
    }

    /// A quick run is too short for the compilers to finish.
    private static ClaimStatus invalid(ClaimCheck check, Finding finding, boolean quick) {
        return quick && finding instanceof CompilingCounted
                ? new ClaimStatus.TooShort(finding)
                : new ClaimStatus.Invalid(check, finding);
    }

    private static ClaimStatus standing(ClaimCheck check, Optional<AnalyzedRun> twin) {
        return switch (check.outcome()) {
            case Outcome.Supported _ ->
                    otherwise(check, twin).orElseGet(() -> new ClaimStatus.Supported(check));
            case Outcome.Contradicted _ ->
                    otherwise(check, twin).orElseGet(() -> new ClaimStatus.Contradicted(check));
            case Outcome.Undecided _, Outcome.NoEvidence _ -> new ClaimStatus.Undecided(check);
        };
    }

    /// What the corrected twin says to the same claim, where that is the opposite.
    private static Optional<ClaimStatus> otherwise(ClaimCheck check, Optional<AnalyzedRun> twin) {
        return twin.filter(run -> comparable(check.claim(), run.manifest()))
                .filter(run -> run.analysis().invalidating(check.claim()).isEmpty())
                .flatMap(run -> {
                    var corrected = Analysis.check(check.claim(), run.manifest(), run.figures());
                    return opposite(check.outcome(), corrected.outcome())
                            ? Optional.of(
                                    new ClaimStatus.Depends(
                                            check, run.manifest().spec(), corrected))
                            : Optional.<ClaimStatus>empty();
                });
    }

    /// A figure holds for its load; only what compares two variants can be asked of another.
    private static boolean comparable(Claim claim, RunManifest manifest) {
        return switch (claim.target()) {
            case Claim.Target.FixedValue _ -> false;
            case Claim.Target.Times(_, var other) ->
                    has(manifest, claim.variant()) && has(manifest, other);
        };
    }

    private static boolean has(RunManifest manifest, String variant) {
        return manifest.spec().variants().stream().anyMatch(v -> v.name().equals(variant));
    }

    private static boolean opposite(Outcome a, Outcome b) {
        return (a instanceof Outcome.Supported && b instanceof Outcome.Contradicted)
                || (a instanceof Outcome.Contradicted && b instanceof Outcome.Supported);
    }
}

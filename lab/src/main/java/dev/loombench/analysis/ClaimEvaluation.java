package dev.loombench.analysis;

import dev.loombench.analysis.ClaimCheck.Outcome;
import dev.loombench.result.Reproduction;
import dev.loombench.result.Reproduction.Ended;
import dev.loombench.result.Reproduction.Planned;
import dev.loombench.result.RunManifest;
import dev.loombench.result.store.StoredRun;
import dev.loombench.spec.Article;
import dev.loombench.spec.Claim;
import dev.loombench.spec.ExperimentSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
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

        /// Whether all that its run says to claims may be relied on; of a run without any, whether
        /// the run may be. Nothing is said by what was not run.
        public boolean valid() {
            return claims.isEmpty()
                    ? analysis.stream().allMatch(Analysis::valid)
                    : claims.stream().noneMatch(c -> c.standing() instanceof ClaimStatus.Doubtful);
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

        /// What its run says of it must not be relied on.
        ///
        /// @param doubt the first that bears on it
        record Doubtful(ClaimCheck check, String doubt) implements ClaimStatus {}

        /// It cannot be tested here.
        record Untested(String why) implements ClaimStatus {}
    }

    public static ClaimEvaluation of(Reproduction plan, List<Attempt> attempts) {
        var byName = new LinkedHashMap<String, Attempt>();
        attempts.forEach(a -> byName.put(a.planned().name(), a));
        return new ClaimEvaluation(
                plan, attempts.stream().map(a -> tried(a, byName, plan.quick())).toList());
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
            Attempt attempt, Map<String, Attempt> all, boolean quick) {
        var analysis = attempt.run().map(Analysis::of);
        var twin = Optional.ofNullable(all.get(attempt.planned().name() + CORRECTED));
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
                                .filter(e -> claim.names(e.getKey()))
                                .map(e -> e.getKey() + ": " + e.getValue())
                                .findFirst())
                .orElse(NOT_YET);
    }

    private static ClaimStatus standing(
            ClaimCheck check, Analysis analysis, Optional<Attempt> twin, boolean quick) {
        return analysis.doubt(check.claim())
                .map(doubt -> doubted(check, doubt, quick))
                .orElseGet(() -> standing(check, twin));
    }

    /// Compilers need time, and a quick run has none to give.
    private static ClaimStatus doubted(ClaimCheck check, Finding doubt, boolean quick) {
        var seen = doubt.statement().message();
        return quick && doubt instanceof Finding.CompilingCounted
                ? new ClaimStatus.Untested("a quick run is too short to tell: " + seen)
                : new ClaimStatus.Doubtful(check, seen);
    }

    private static ClaimStatus standing(ClaimCheck check, Optional<Attempt> twin) {
        return switch (check.outcome()) {
            case Outcome.Supported _ ->
                    otherwise(check, twin).orElseGet(() -> new ClaimStatus.Supported(check));
            case Outcome.Contradicted _ ->
                    otherwise(check, twin).orElseGet(() -> new ClaimStatus.Contradicted(check));
            case Outcome.Undecided _, Outcome.NoEvidence _ -> new ClaimStatus.Undecided(check);
        };
    }

    /// What the corrected twin says to the same claim, where that is the opposite.
    private static Optional<ClaimStatus> otherwise(ClaimCheck check, Optional<Attempt> twin) {
        return twin.flatMap(Attempt::run)
                .filter(run -> comparable(check.claim(), run))
                .filter(run -> isReliable(check.claim(), run))
                .flatMap(run -> {
                    var corrected = Analysis.check(check.claim(), run.manifest(), run.trials());
                    return opposite(check.outcome(), corrected.outcome())
                            ? Optional.of(
                                    new ClaimStatus.Depends(
                                            check, run.manifest().spec(), corrected))
                            : Optional.<ClaimStatus>empty();
                });
    }

    private static boolean isReliable(Claim claim, StoredRun run) {
        return Analysis.of(run).doubt(claim).isEmpty();
    }

    /// A figure holds for its load; only what compares two variants can be asked of another.
    private static boolean comparable(Claim claim, StoredRun run) {
        return switch (claim.target()) {
            case Claim.Target.FixedValue _ -> false;
            case Claim.Target.Times(_, var other) ->
                    has(run.manifest(), claim.variant()) && has(run.manifest(), other);
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

package dev.loombench.report.json;

import dev.loombench.analysis.ClaimCheck;
import dev.loombench.analysis.ClaimEvaluation;
import dev.loombench.analysis.ClaimEvaluation.ClaimStatus;
import dev.loombench.analysis.ClaimEvaluation.EvaluatedClaim;
import dev.loombench.analysis.ClaimEvaluation.EvaluatedExperiment;
import dev.loombench.report.ClaimStatusText;
import dev.loombench.result.Reproduction.Ended;
import dev.loombench.spec.Claim.Citation;
import dev.loombench.spec.article.Article;
import dev.loombench.stats.Interval;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The claims of articles, as data for other programs. Its keys are stable and documented in
/// docs/reproduce.md.
///
/// @param format version of these keys
/// @param valid whether all experiments that can run here were run, with valid results
/// @param counts number of claims by status
record ClaimsDocument(
        int format,
        String results,
        Instant started,
        boolean quick,
        boolean valid,
        Map<String, Integer> counts,
        List<ArticleJson> articles) {

    record ArticleJson(
            String name,
            String title,
            Optional<String> by,
            Optional<String> machine,
            List<ExperimentJson> experiments,
            List<Article.Untested> untested) {}

    /// @param run its folder, below `results`; null when it was not run
    /// @param valid null when it was not run
    /// @param unavailable the reason by variant
    record ExperimentJson(
            String name,
            String question,
            Optional<String> run,
            Optional<Boolean> valid,
            List<String> adjustments,
            Map<String, String> unavailable,
            List<EvaluatedClaimJson> claims) {}

    /// @param article the article's figure, and `where` it is published
    /// @param status `supported`, `contradicted`, `depends`, `undecided`, `invalid` or `untested`
    /// @param measured as in the document of a run
    /// @param corrected the figure of the corrected experiment, where the claim depends on the
    ///   set-up
    record EvaluatedClaimJson(
            String claim,
            Optional<String> article,
            Optional<String> where,
            String status,
            Optional<Interval> measured,
            Optional<Interval> corrected,
            String sentence) {

        static EvaluatedClaimJson of(EvaluatedClaim evaluated) {
            var published = evaluated.claim().published();
            var status = ClaimStatusText.of(evaluated.status());
            return new EvaluatedClaimJson(
                    evaluated.claim().text(),
                    published.map(Citation::figure),
                    published.flatMap(Citation::where),
                    status.kind().key(),
                    check(evaluated.status()).flatMap(EvaluatedClaimJson::interval),
                    evaluated.status() instanceof ClaimStatus.Depends depends
                            ? interval(depends.corrected())
                            : Optional.empty(),
                    status.sentence());
        }

        private static Optional<ClaimCheck> check(ClaimStatus status) {
            return switch (status) {
                case ClaimStatus.Supported(var check) -> Optional.of(check);
                case ClaimStatus.Contradicted(var check) -> Optional.of(check);
                case ClaimStatus.Depends(var check, _, _) -> Optional.of(check);
                case ClaimStatus.Undecided(var check) -> Optional.of(check);
                case ClaimStatus.Invalid(var check, _) -> Optional.of(check);
                case ClaimStatus.Untested _, ClaimStatus.TooShort _ -> Optional.empty();
            };
        }

        private static Optional<Interval> interval(ClaimCheck check) {
            return ClaimJson.of(check).measured();
        }
    }

    /// @param results the reproduction's folder
    static ClaimsDocument of(ClaimEvaluation all, String results) {
        var counts = new TreeMap<String, Integer>();
        ClaimStatusText.counts(all).forEach((kind, count) -> counts.put(kind.key(), count));
        return new ClaimsDocument(
                RunDocument.FORMAT,
                results,
                all.plan().started(),
                all.plan().quick(),
                all.valid(),
                counts,
                all.plan().articles().stream()
                        .map(article -> article(article, all.about(article)))
                        .toList());
    }

    private static ArticleJson article(Article article, ClaimEvaluation evaluation) {
        return new ArticleJson(
                article.name(),
                article.title(),
                article.by(),
                article.machine(),
                evaluation.experiments().stream().map(ClaimsDocument::experiment).toList(),
                article.untested());
    }

    private static ExperimentJson experiment(EvaluatedExperiment experiment) {
        return new ExperimentJson(
                experiment.planned().spec().name(),
                experiment.planned().spec().question(),
                experiment.ended().flatMap(Ended::run),
                experiment.analysis().map(_ -> experiment.valid()),
                experiment.planned().adjustments(),
                experiment.ended().map(Ended::unavailable).orElse(Map.of()),
                experiment.claims().stream().map(EvaluatedClaimJson::of).toList());
    }
}

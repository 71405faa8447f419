package dev.loombench.report.json;

import dev.loombench.analysis.ClaimCheck;
import dev.loombench.analysis.ClaimEvaluation;
import dev.loombench.analysis.ClaimEvaluation.ClaimStatus;
import dev.loombench.analysis.ClaimEvaluation.EvaluatedClaim;
import dev.loombench.analysis.ClaimEvaluation.EvaluatedExperiment;
import dev.loombench.report.ClaimStatusText;
import dev.loombench.result.Reproduction.Ended;
import dev.loombench.spec.Article;
import dev.loombench.spec.Claim.Citation;
import dev.loombench.stats.Interval;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// What became of the claims of articles, as data for other programs. Its keys are stable and
/// documented in docs/reproduce.md.
///
/// @param format version of these keys
/// @param valid whether all that could be run was, with results that may be relied on
/// @param counts standing -> how many claims
record ClaimsDocument(
        int format,
        String results,
        Instant started,
        boolean quick,
        boolean valid,
        Map<String, Integer> counts,
        List<OfArticle> articles) {

    record OfArticle(
            String name,
            String title,
            Optional<String> by,
            Optional<String> machine,
            List<OfExperiment> experiments,
            List<Article.Untested> untested) {}

    /// @param run its folder, below `results`; null when it could not be run
    /// @param valid null when it was not run
    /// @param unavailable variant -> why it could not be had
    record OfExperiment(
            String name,
            String question,
            Optional<String> run,
            Optional<Boolean> valid,
            List<String> adjustments,
            Map<String, String> unavailable,
            List<OfClaim> claims) {}

    /// @param article the article's figure, and `where` it stands
    /// @param status `supported`, `contradicted`, `depends`, `undecided`, `doubtful` or `untested`
    /// @param measured as in the document of a run
    /// @param corrected what the corrected experiment saw, where the claim depends on it
    record OfClaim(
            String claim,
            Optional<String> article,
            Optional<String> where,
            String status,
            Optional<Interval> measured,
            Optional<Interval> corrected,
            String sentence) {

        static OfClaim of(EvaluatedClaim confronted) {
            var published = confronted.claim().published();
            var stand = ClaimStatusText.of(confronted.standing());
            return new OfClaim(
                    confronted.claim().text(),
                    published.map(Citation::figure),
                    published.flatMap(Citation::where),
                    stand.kind().key(),
                    check(confronted.standing()).flatMap(OfClaim::interval),
                    confronted.standing() instanceof ClaimStatus.Depends depends
                            ? interval(depends.corrected())
                            : Optional.empty(),
                    stand.sentence());
        }

        private static Optional<ClaimCheck> check(ClaimStatus standing) {
            return switch (standing) {
                case ClaimStatus.Supported(var check) -> Optional.of(check);
                case ClaimStatus.Contradicted(var check) -> Optional.of(check);
                case ClaimStatus.Depends(var check, _, _) -> Optional.of(check);
                case ClaimStatus.Undecided(var check) -> Optional.of(check);
                case ClaimStatus.Doubtful(var check, _) -> Optional.of(check);
                case ClaimStatus.Untested _ -> Optional.empty();
            };
        }

        private static Optional<Interval> interval(ClaimCheck check) {
            return RunDocument.ClaimJson.of(check).measured();
        }
    }

    /// @param results the reproduction's folder
    static ClaimsDocument of(ClaimEvaluation all, String results) {
        var counts = new TreeMap<String, Integer>();
        ClaimStatusText.counts(all).forEach((kind, count) -> counts.put(kind.key(), count));
        return new ClaimsDocument(
                1,
                results,
                all.plan().started(),
                all.plan().quick(),
                all.valid(),
                counts,
                all.plan().articles().stream()
                        .map(article -> article(article, all.about(article)))
                        .toList());
    }

    private static OfArticle article(Article article, ClaimEvaluation about) {
        return new OfArticle(
                article.name(),
                article.title(),
                article.by(),
                article.machine(),
                about.experiments().stream().map(ClaimsDocument::experiment).toList(),
                article.untested());
    }

    private static OfExperiment experiment(EvaluatedExperiment tried) {
        return new OfExperiment(
                tried.planned().spec().name(),
                tried.planned().spec().question(),
                tried.ended().flatMap(Ended::run),
                tried.analysis().map(_ -> tried.valid()),
                tried.planned().adjustments(),
                tried.ended().map(Ended::unavailable).orElse(Map.of()),
                tried.claims().stream().map(OfClaim::of).toList());
    }
}

package dev.loombench.report.claims;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.loombench.analysis.ClaimEvaluation;
import dev.loombench.analysis.ClaimEvaluation.ClaimStatus;
import dev.loombench.analysis.ClaimEvaluation.EvaluatedClaim;
import dev.loombench.analysis.ClaimEvaluation.EvaluatedExperiment;
import dev.loombench.analysis.comparison.ClaimCheck;
import dev.loombench.experiment.Claim.Citation;
import dev.loombench.experiment.article.Article;
import dev.loombench.export.CsvRows;
import dev.loombench.report.claims.ClaimStatusText.ClaimStatusKind;
import dev.loombench.report.json.ClaimJson;
import dev.loombench.report.json.RunJson;
import dev.loombench.result.Reproduction.Ended;
import dev.loombench.stats.Interval;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/// The claims of articles, as data for other programs. Its keys are stable and documented in
/// docs/reproduce.md.
///
/// @param format version of these keys
/// @param valid whether all experiments that can run here were run, with valid results
/// @param counts number of claims by status
public record ClaimsJson(
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

        static EvaluatedClaimJson of(Article.Untested untested) {
            return new EvaluatedClaimJson(
                    untested.claim(),
                    untested.figure(),
                    Optional.empty(),
                    ClaimStatusKind.UNTESTED.key(),
                    Optional.empty(),
                    Optional.empty(),
                    untested.why());
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
    public static ClaimsJson of(ClaimEvaluation all, String results) {
        var counts = new TreeMap<String, Integer>();
        ClaimStatusText.counts(all).forEach((kind, count) -> counts.put(kind.key(), count));
        return new ClaimsJson(
                RunJson.FORMAT,
                results,
                all.plan().started(),
                all.plan().quick(),
                all.valid(),
                counts,
                all.plan().articles().stream()
                        .map(article -> article(article, all.about(article)))
                        .toList());
    }

    /// A claim in a row.
    ///
    /// @param source name of the article
    /// @param experiment empty where no experiment tests the claim
    record Row(
            String source, Optional<String> experiment, @JsonUnwrapped EvaluatedClaimJson claim) {}

    /// A row per claim, tested or not.
    public CsvRows rows() {
        return CsvRows.of(Row.class, articles.stream().flatMap(ClaimsJson::rows).toList());
    }

    private static Stream<Row> rows(ArticleJson article) {
        var tested =
                article.experiments().stream()
                        .flatMap(e ->
                                e.claims().stream()
                                        .map(claim ->
                                                new Row(
                                                        article.name(),
                                                        Optional.of(e.name()),
                                                        claim)));
        var untested =
                article.untested().stream()
                        .map(u ->
                                new Row(
                                        article.name(),
                                        Optional.empty(),
                                        EvaluatedClaimJson.of(u)));
        return Stream.concat(tested, untested);
    }

    private static ArticleJson article(Article article, ClaimEvaluation evaluation) {
        return new ArticleJson(
                article.name(),
                article.title(),
                article.by(),
                article.machine(),
                evaluation.experiments().stream().map(ClaimsJson::experiment).toList(),
                article.untested());
    }

    private static ExperimentJson experiment(EvaluatedExperiment experiment) {
        return new ExperimentJson(
                experiment.planned().experiment().name(),
                experiment.planned().experiment().question(),
                experiment.ended().flatMap(Ended::run),
                experiment.analysis().map(_ -> experiment.valid()),
                experiment.planned().adjustments(),
                experiment.ended().map(Ended::unavailable).orElse(Map.of()),
                experiment.claims().stream().map(EvaluatedClaimJson::of).toList());
    }
}

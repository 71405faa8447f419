package dev.loombench.report.json;

import com.fasterxml.jackson.annotation.JsonProperty;
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
        @JsonProperty("format") int format,
        @JsonProperty("results") String results,
        @JsonProperty("started") Instant started,
        @JsonProperty("quick") boolean quick,
        @JsonProperty("valid") boolean valid,
        @JsonProperty("counts") Map<String, Integer> counts,
        @JsonProperty("articles") List<OfArticle> articles) {

    record OfArticle(
            @JsonProperty("name") String name,
            @JsonProperty("title") String title,
            @JsonProperty("by") Optional<String> by,
            @JsonProperty("machine") Optional<String> machine,
            @JsonProperty("experiments") List<OfExperiment> experiments,
            @JsonProperty("untested") List<Article.Untested> untested) {}

    /// @param run its folder, below `results`; null when it could not be run
    /// @param valid null when it was not run
    /// @param unavailable variant -> why it could not be had
    record OfExperiment(
            @JsonProperty("name") String name,
            @JsonProperty("question") String question,
            @JsonProperty("run") Optional<String> run,
            @JsonProperty("valid") Optional<Boolean> valid,
            @JsonProperty("adjustments") List<String> adjustments,
            @JsonProperty("unavailable") Map<String, String> unavailable,
            @JsonProperty("claims") List<OfClaim> claims) {}

    /// @param article the article's figure, and `where` it stands
    /// @param status `supported`, `contradicted`, `depends`, `undecided`, `doubtful` or `untested`
    /// @param measured as in the document of a run
    /// @param corrected what the corrected experiment saw, where the claim depends on it
    record OfClaim(
            @JsonProperty("claim") String claim,
            @JsonProperty("article") Optional<String> article,
            @JsonProperty("where") Optional<String> where,
            @JsonProperty("status") String status,
            @JsonProperty("measured") Optional<Interval> measured,
            @JsonProperty("corrected") Optional<Interval> corrected,
            @JsonProperty("sentence") String sentence) {

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
                case ClaimStatus.Invalid(var check, _) -> Optional.of(check);
                case ClaimStatus.Untested _, ClaimStatus.TooShort _ -> Optional.empty();
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

package dev.loombench.report.claims;

import static dev.loombench.report.Format.plain;

import dev.loombench.analysis.Analysis;
import dev.loombench.analysis.ClaimEvaluation;
import dev.loombench.analysis.ClaimEvaluation.EvaluatedExperiment;
import dev.loombench.experiment.Claim.Citation;
import dev.loombench.experiment.article.Article;
import dev.loombench.finding.Severity;
import dev.loombench.report.Format;
import dev.loombench.report.claims.ClaimStatusText.ClaimStatusKind;
import dev.loombench.report.claims.ClaimsPageModel.Row;
import dev.loombench.report.claims.ClaimsPageModel.Section;
import dev.loombench.report.html.HtmlReport;
import dev.loombench.report.scope.ScopeText;
import dev.loombench.result.Reproduction.Ended;
import dev.loombench.text.Figures;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Builds the page about the claims of articles.
public final class ClaimsPageBuilder {
    private ClaimsPageBuilder() {}

    /// The page of all articles, one section per article.
    public static ClaimsPageModel summary(ClaimEvaluation all) {
        var articles = all.plan().articles();
        return page(
                all,
                "reproduce",
                articles.size() == 1
                        ? "Claims of an article, tested on this machine"
                        : "Claims of %d articles, tested on this machine"
                                .formatted(articles.size()),
                "",
                articles.stream().map(article -> ofArticle(article, all.about(article))).toList());
    }

    /// The page of one article, one section per experiment.
    ///
    /// @param about the evaluation of this article
    public static ClaimsPageModel article(Article article, ClaimEvaluation about) {
        var sections =
                new ArrayList<>(
                        about.experiments().stream().map(ClaimsPageBuilder::section).toList());
        if (!article.untested().isEmpty()) {
            sections.add(
                    new Section("Claims without an experiment", "", List.of(), untested(article)));
        }
        return page(
                about,
                plain(article.name()),
                plain(article.title()),
                Stream.of(article.by(), article.machine().map("measured there on "::concat))
                        .flatMap(Optional::stream)
                        .map(Format::plain)
                        .collect(Collectors.joining("; ")),
                sections);
    }

    /// The file of an article's page, in the folder of the summary.
    public static String fileOf(Article article, String ending) {
        return article.name() + ending;
    }

    private static ClaimsPageModel page(
            ClaimEvaluation about,
            String name,
            String title,
            String subtitle,
            List<Section> sections) {
        var analyses = about.experiments().stream().flatMap(t -> t.analysis().stream()).toList();
        var machine =
                analyses.stream()
                        .findFirst()
                        .map(a ->
                                ScopeText.machine(a.manifest().environment())
                                        + ScopeText.jdks(analyses));
        var quick = about.plan().quick() ? "; shortened by --quick, as each experiment states" : "";
        return new ClaimsPageModel(
                name,
                title,
                subtitle,
                Format.minute(about.plan().started()),
                headline(about),
                status(about),
                machine.map(m -> plain(m) + quick).orElse(""),
                sections);
    }

    /// `invalid` where a result is; `decided` only if all claims were tested and decided.
    private static String status(ClaimEvaluation about) {
        if (!about.experiments().stream().allMatch(EvaluatedExperiment::valid)) {
            return "invalid";
        }
        return about.valid()
                        && ClaimStatusText.counts(about).keySet().stream()
                                .allMatch(ClaimStatusKind::isDecided)
                ? "decided"
                : "undecided";
    }

    private static Section ofArticle(Article article, ClaimEvaluation about) {
        var rows =
                new ArrayList<>(
                        about.experiments().stream()
                                .flatMap(experiment -> rows(experiment).stream())
                                .toList());
        rows.addAll(untested(article));
        return new Section(
                plain(article.title()),
                fileOf(article, ".html"),
                article.by().map(Format::plain).stream().toList(),
                rows);
    }

    private static Section section(EvaluatedExperiment experiment) {
        var notes = new ArrayList<String>();
        experiment.planned().adjustments().forEach(s -> notes.add("Adjusted: " + plain(s)));
        experiment
                .ended()
                .ifPresent(ended ->
                        ended.unavailable()
                                .forEach((variant, reason) ->
                                        notes.add(
                                                "Unavailable: %s: %s"
                                                        .formatted(
                                                                plain(variant), plain(reason)))));
        experiment
                .analysis()
                .ifPresent(a -> invalid(a).forEach(m -> notes.add("Invalid: " + plain(m))));
        return new Section(
                "%s: %s"
                        .formatted(
                                experiment.planned().experiment().name(),
                                plain(experiment.planned().experiment().question())),
                page(experiment),
                notes,
                rows(experiment));
    }

    private static List<String> invalid(Analysis analysis) {
        return analysis.causes(Severity.INVALID).stream()
                .map(group -> group.cause().text().message())
                .toList();
    }

    private static List<Row> rows(EvaluatedExperiment experiment) {
        return experiment.claims().stream()
                .map(evaluated -> {
                    var status = ClaimStatusText.of(evaluated.status());
                    return new Row(
                            plain(evaluated.claim().text()),
                            evaluated
                                    .claim()
                                    .published()
                                    .map(ClaimsPageBuilder::published)
                                    .orElse(""),
                            plain(status.sentence()),
                            status.kind().key(),
                            status.label(),
                            experiment.planned().experiment().name(),
                            page(experiment));
                })
                .toList();
    }

    private static String published(Citation published) {
        return plain(
                published.figure()
                        + published.where().map(where -> " (%s)".formatted(where)).orElse(""));
    }

    private static List<Row> untested(Article article) {
        return article.untested().stream()
                .map(u ->
                        new Row(
                                plain(u.claim()),
                                plain(u.figure().orElse("")),
                                plain(u.why()),
                                ClaimStatusKind.UNTESTED.key(),
                                ClaimStatusText.UNTESTED,
                                "",
                                ""))
                .toList();
    }

    /// The page of its run, relative to the reproduction's folder.
    private static String page(EvaluatedExperiment experiment) {
        return experiment
                .ended()
                .flatMap(Ended::run)
                .map(run -> run + "/" + HtmlReport.FILE)
                .orElse("");
    }

    private static String headline(ClaimEvaluation about) {
        var counts = ClaimStatusText.counts(about);
        int all = counts.values().stream().mapToInt(n -> n).sum();
        return all == 0
                ? "No claims."
                : "%s: %s."
                        .formatted(
                                Figures.counted(all, "claim"),
                                Arrays.stream(ClaimStatusKind.values())
                                        .filter(counts::containsKey)
                                        .map(kind -> counts.get(kind) + " " + kind.counted)
                                        .collect(Collectors.joining(", ")));
    }
}

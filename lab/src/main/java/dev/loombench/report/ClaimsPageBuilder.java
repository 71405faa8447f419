package dev.loombench.report;

import static dev.loombench.report.Format.plain;

import dev.loombench.analysis.Analysis;
import dev.loombench.analysis.ClaimEvaluation;
import dev.loombench.analysis.ClaimEvaluation.EvaluatedExperiment;
import dev.loombench.analysis.validity.Finding.Severity;
import dev.loombench.report.ClaimStatusText.ClaimStatusKind;
import dev.loombench.report.ClaimsPageModel.Part;
import dev.loombench.report.ClaimsPageModel.Row;
import dev.loombench.report.html.HtmlReport;
import dev.loombench.result.Reproduction.Ended;
import dev.loombench.spec.Article;
import dev.loombench.spec.Claim.Citation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Puts what became of the claims of articles into the words and places of a page.
public final class ClaimsPageBuilder {
    private ClaimsPageBuilder() {}

    /// The page of all articles, a part an article.
    public static ClaimsPageModel summary(ClaimEvaluation all) {
        var articles = all.plan().articles();
        return page(
                all,
                "reproduce",
                articles.size() == 1
                        ? "What an article claims, and what this machine shows"
                        : "What %d articles claim, and what this machine shows"
                                .formatted(articles.size()),
                "",
                articles.stream().map(article -> ofArticle(article, all.about(article))).toList());
    }

    /// The page of one article, a part an experiment.
    ///
    /// @param about what became of this article's claims
    public static ClaimsPageModel article(Article article, ClaimEvaluation about) {
        var parts =
                new ArrayList<>(about.experiments().stream().map(ClaimsPageBuilder::part).toList());
        if (!article.untested().isEmpty()) {
            parts.add(new Part("Claims that no experiment puts", "", List.of(), untested(article)));
        }
        return page(
                about,
                plain(article.name()),
                plain(article.title()),
                Stream.of(article.by(), article.machine().map("measured there on "::concat))
                        .flatMap(said -> said.stream())
                        .map(Format::plain)
                        .collect(Collectors.joining("; ")),
                parts);
    }

    /// The file of an article's page, beside the summary.
    public static String fileOf(Article article, String ending) {
        return article.name() + ending;
    }

    private static ClaimsPageModel page(
            ClaimEvaluation about, String name, String title, String sayAbout, List<Part> parts) {
        var machine =
                about.experiments().stream()
                        .flatMap(t -> t.analysis().stream())
                        .map(a -> ReportText.machine(a.manifest().environment()))
                        .findFirst();
        var quick = about.plan().quick() ? "; shortened by --quick, as each experiment states" : "";
        return new ClaimsPageModel(
                name,
                title,
                sayAbout,
                Format.minute(about.plan().started()),
                headline(about),
                tone(about),
                machine.map(m -> plain(m) + quick).orElse(""),
                parts);
    }

    /// Green is for claims that were all tested and decided.
    private static String tone(ClaimEvaluation about) {
        if (!about.valid()) {
            return "invalid";
        }
        return ClaimStatusText.counts(about).keySet().stream().allMatch(ClaimStatusKind::isDecided)
                ? "decided"
                : "undecided";
    }

    private static Part ofArticle(Article article, ClaimEvaluation about) {
        var rows =
                new ArrayList<>(
                        about.experiments().stream()
                                .flatMap(tried -> rows(tried).stream())
                                .toList());
        rows.addAll(untested(article));
        return new Part(
                plain(article.title()),
                fileOf(article, ".html"),
                article.by().map(Format::plain).stream().toList(),
                rows);
    }

    private static Part part(EvaluatedExperiment tried) {
        var asides = new ArrayList<String>();
        tried.planned().adjustments().forEach(s -> asides.add("Adjusted: " + plain(s)));
        tried.ended()
                .ifPresent(ended ->
                        ended.unavailable()
                                .forEach((variant, why) ->
                                        asides.add(
                                                "Lacking: %s: %s"
                                                        .formatted(plain(variant), plain(why)))));
        tried.analysis()
                .ifPresent(a -> invalid(a).forEach(said -> asides.add("Doubt: " + plain(said))));
        return new Part(
                "%s: %s"
                        .formatted(
                                tried.planned().spec().name(),
                                plain(tried.planned().spec().question())),
                page(tried),
                asides,
                rows(tried));
    }

    private static List<String> invalid(Analysis analysis) {
        return analysis.findings().stream()
                .filter(f -> f.severity() == Severity.INVALID)
                .map(f -> FindingText.of(f).message())
                .toList();
    }

    private static List<Row> rows(EvaluatedExperiment tried) {
        return tried.claims().stream()
                .map(confronted -> {
                    var stand = ClaimStatusText.of(confronted.standing());
                    return new Row(
                            plain(confronted.claim().text()),
                            confronted.claim().published().map(ClaimsPageBuilder::said).orElse(""),
                            plain(stand.sentence()),
                            stand.kind().key(),
                            stand.label(),
                            tried.planned().spec().name(),
                            page(tried));
                })
                .toList();
    }

    private static String said(Citation published) {
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

    /// Of its run, relative to the reproduction's folder.
    private static String page(EvaluatedExperiment tried) {
        return tried.ended().flatMap(Ended::run).map(run -> run + "/" + HtmlReport.FILE).orElse("");
    }

    private static String headline(ClaimEvaluation about) {
        var counts = ClaimStatusText.counts(about);
        int all = counts.values().stream().mapToInt(n -> n).sum();
        return all == 0
                ? "No claims."
                : "%s: %s."
                        .formatted(
                                Format.counted(all, "claim"),
                                Arrays.stream(ClaimStatusKind.values())
                                        .filter(counts::containsKey)
                                        .map(kind -> counts.get(kind) + " " + kind.counted)
                                        .collect(Collectors.joining(", ")));
    }
}

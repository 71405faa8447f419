package dev.loombench.report.claims;

import static dev.loombench.text.Figures.counted;

import dev.loombench.analysis.Analysis;
import dev.loombench.analysis.ClaimEvaluation;
import dev.loombench.analysis.ClaimEvaluation.EvaluatedExperiment;
import dev.loombench.experiment.Claim.Citation;
import dev.loombench.experiment.article.Article;
import dev.loombench.export.AnswerStatus;
import dev.loombench.export.Outline;
import dev.loombench.export.Outline.Depth;
import dev.loombench.export.Outline.Figures;
import dev.loombench.export.Outline.Item;
import dev.loombench.export.Outline.Note;
import dev.loombench.export.Outline.Origin;
import dev.loombench.export.Outline.Part;
import dev.loombench.export.Outline.Section;
import dev.loombench.export.PageTable;
import dev.loombench.export.PageTable.Cell;
import dev.loombench.finding.Severity;
import dev.loombench.report.Format;
import dev.loombench.report.claims.ClaimStatusText.ClaimStatusKind;
import dev.loombench.report.finding.FindingNote;
import dev.loombench.report.html.HtmlReport;
import dev.loombench.report.html.RelativeLink;
import dev.loombench.report.scope.ScopeText;
import dev.loombench.result.Reproduction.Ended;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The claims of articles: a table per article, or per experiment of one article.
public final class ClaimsOutline {
    private static final String SUBJECT = "reproduce";

    private static final List<String> COLUMNS =
            List.of("claim", "the article", "here", "status", "experiment");

    private static final String BRACKETS =
            "Brackets: intervals over trials, all claims of an experiment at once with 95 %.";

    private ClaimsOutline() {}

    /// All articles, one section per article.
    public static Outline summary(ClaimEvaluation all) {
        var articles = all.plan().articles();
        boolean alone = articles.size() == 1;
        return of(
                all,
                alone ? articles.getFirst().name() : counted(articles.size(), "article"),
                alone
                        ? "Claims of an article, tested on this machine"
                        : "Claims of %d articles, tested on this machine"
                                .formatted(articles.size()),
                articles.stream().map(article -> ofArticle(article, all.about(article))).toList());
    }

    /// One article, one section per experiment.
    ///
    /// @param about the evaluation of this article
    public static Outline article(Article article, ClaimEvaluation about) {
        var sections = new ArrayList<Section>();
        var source =
                Stream.of(article.by(), article.machine().map("measured there on "::concat))
                        .flatMap(Optional::stream)
                        .collect(Collectors.joining("; "));
        if (!source.isEmpty()) {
            sections.add(new Section("", List.of(new Item("", source))));
        }
        about.experiments().forEach(experiment -> sections.add(section(experiment)));
        if (!article.untested().isEmpty()) {
            sections.add(
                    new Section("Claims without an experiment", List.of(table(untested(article)))));
        }
        return of(about, article.name(), article.title(), sections);
    }

    /// The file of an article's page, in the folder of the summary.
    public static String fileOf(Article article, String ending) {
        return article.name() + ending;
    }

    private static Outline of(
            ClaimEvaluation about, String name, String title, List<Section> sections) {
        return new Outline(
                title,
                status(about),
                headline(about),
                sections,
                scope(about),
                Optional.of(new Origin(SUBJECT, name, Format.minute(about.plan().started()))));
    }

    /// What the claims hold for; empty where nothing was run.
    private static String scope(ClaimEvaluation about) {
        var analyses = about.experiments().stream().flatMap(t -> t.analysis().stream()).toList();
        var quick = about.plan().quick() ? "; shortened by --quick, as each experiment states" : "";
        return analyses.stream()
                .findFirst()
                .map(a ->
                        "Holds for: %s%s. %s"
                                .formatted(
                                        ScopeText.machine(a.manifest().environment())
                                                + ScopeText.jdks(analyses),
                                        quick,
                                        BRACKETS))
                .orElse("");
    }

    /// Invalid where a result is; decided only if all claims were tested and decided.
    private static AnswerStatus status(ClaimEvaluation about) {
        if (!about.experiments().stream().allMatch(EvaluatedExperiment::valid)) {
            return AnswerStatus.INVALID;
        }
        return about.valid()
                        && ClaimStatusText.counts(about).keySet().stream()
                                .allMatch(ClaimStatusKind::isDecided)
                ? AnswerStatus.DECIDED
                : AnswerStatus.UNDECIDED;
    }

    private static Section ofArticle(Article article, ClaimEvaluation about) {
        var parts = new ArrayList<Part>();
        article.by().ifPresent(by -> parts.add(new Item("", by)));
        var rows =
                new ArrayList<>(
                        about.experiments().stream()
                                .flatMap(experiment -> rows(experiment).stream())
                                .toList());
        rows.addAll(untested(article));
        parts.add(table(rows));
        return new Section(
                article.title(), parts, Depth.BRIEF, RelativeLink.of(fileOf(article, ".html")));
    }

    private static Section section(EvaluatedExperiment experiment) {
        var parts = new ArrayList<Part>();
        experiment.analysis().ifPresent(a -> parts.addAll(invalid(a)));
        experiment.planned().adjustments().forEach(text -> parts.add(new Item("Adjusted", text)));
        experiment
                .ended()
                .ifPresent(ended ->
                        ended.unavailable()
                                .forEach((variant, reason) ->
                                        parts.add(
                                                new Item("Unavailable", variant + ": " + reason))));
        parts.add(table(rows(experiment)));
        return new Section(
                "%s: %s"
                        .formatted(
                                experiment.planned().experiment().name(),
                                experiment.planned().experiment().question()),
                parts,
                Depth.BRIEF,
                page(experiment));
    }

    private static List<Note> invalid(Analysis analysis) {
        return analysis.causes(Severity.INVALID).stream()
                .map(group -> FindingNote.of(Severity.INVALID, group.cause().text()))
                .toList();
    }

    private static Part table(List<List<Cell>> rows) {
        return rows.isEmpty()
                ? new Item("", "No claims.")
                : new Figures(new PageTable(COLUMNS, rows, true));
    }

    private static List<List<Cell>> rows(EvaluatedExperiment experiment) {
        return experiment.claims().stream()
                .map(evaluated -> {
                    var status = ClaimStatusText.of(evaluated.status());
                    return List.of(
                            Cell.of(evaluated.claim().text()),
                            Cell.of(
                                    evaluated
                                            .claim()
                                            .published()
                                            .map(ClaimsOutline::published)
                                            .orElse("")),
                            Cell.of(status.sentence()),
                            Cell.ofOutcome(status.label(), status.kind().key()),
                            Cell.ofLink(
                                    experiment.planned().experiment().name(), page(experiment)));
                })
                .toList();
    }

    private static String published(Citation published) {
        return published.figure()
                + published.where().map(where -> " (%s)".formatted(where)).orElse("");
    }

    private static List<List<Cell>> untested(Article article) {
        return article.untested().stream()
                .map(u ->
                        List.of(
                                Cell.of(u.claim()),
                                Cell.of(u.figure().orElse("")),
                                Cell.of(u.why()),
                                Cell.ofOutcome(
                                        ClaimStatusText.UNTESTED, ClaimStatusKind.UNTESTED.key()),
                                Cell.of("")))
                .toList();
    }

    /// The page of its run, relative to the reproduction's folder.
    private static String page(EvaluatedExperiment experiment) {
        return experiment
                .ended()
                .flatMap(Ended::run)
                .map(run -> RelativeLink.of(run + "/" + HtmlReport.FILE))
                .orElse("");
    }

    private static String headline(ClaimEvaluation about) {
        var counts = ClaimStatusText.counts(about);
        int all = counts.values().stream().mapToInt(n -> n).sum();
        return all == 0
                ? "No claims."
                : "%s: %s."
                        .formatted(
                                counted(all, "claim"),
                                Arrays.stream(ClaimStatusKind.values())
                                        .filter(counts::containsKey)
                                        .map(kind -> counts.get(kind) + " " + kind.counted)
                                        .collect(Collectors.joining(", ")));
    }
}

package dev.loombench.report.claims;

import static dev.loombench.SampleReproduction.attempt;
import static dev.loombench.SampleReproduction.claim;
import static dev.loombench.SampleReproduction.lacking;
import static dev.loombench.SampleReproduction.level;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleReproduction;
import dev.loombench.analysis.ClaimEvaluation;
import dev.loombench.experiment.Claim.Relation;
import dev.loombench.experiment.article.Article;
import dev.loombench.export.AnswerStatus;
import dev.loombench.export.Markdown;
import dev.loombench.export.Outline.Figures;
import dev.loombench.export.Outline.Item;
import dev.loombench.export.Outline.Origin;
import dev.loombench.export.Outline.Section;
import dev.loombench.export.PageTable.Cell;
import dev.loombench.report.Reported;
import dev.loombench.report.html.HtmlReport;
import dev.loombench.report.text.AnsiStyle;
import dev.loombench.result.Reproduction;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class ClaimsReportTest {
    private static final ClaimEvaluation CLAIMS =
            SampleReproduction.of(
                    attempt(
                            List.of(
                                    claim("v above 1.5x p", new Relation.Above(), 1.5),
                                    claim("v below 0.5x p", new Relation.Below(), 0.5))),
                    level(),
                    lacking(
                            List.of(claim("v above p", new Relation.Above(), 1)),
                            "no <cargo> on the PATH"));
    private static final String COUNTS =
            "4 claims: 1 contradicted, 1 dependent on the set-up, 2 untested.";
    private static final String RUN = "an-article/sample/now/report.html";

    private static List<List<Cell>> rows(Section section) {
        return section.parts().stream()
                .filter(Figures.class::isInstance)
                .map(Figures.class::cast)
                .flatMap(part -> part.table().rows().stream())
                .toList();
    }

    @Test
    void the_summary_has_a_section_per_article_and_the_article_one_per_experiment() {
        var summary = ClaimsOutline.summary(CLAIMS);
        assertThat(summary.headline()).isEqualTo(COUNTS);
        assertThat(summary.title()).startsWith("Claims of an article");
        assertThat(summary.origin()).map(Origin::name).contains("an-article");
        assertThat(summary.sections())
                .singleElement()
                .satisfies(section -> {
                    assertThat(section.href()).isEqualTo("an-article.html");
                    assertThat(rows(section)).hasSize(4);
                });
        var article = ClaimsOutline.article(SampleReproduction.ARTICLE, CLAIMS);
        assertThat(article.sections().getFirst().parts())
                .containsExactly(new Item("", "A. Author, 2023; measured there on a laptop"));
        var experiments = article.sections().subList(1, article.sections().size());
        assertThat(experiments)
                .extracting(Section::href)
                .containsExactly(
                        "an-article/sample/now/report.html",
                        "an-article/sample/now/report.html",
                        "",
                        "");
        assertThat(experiments.getFirst().parts())
                .contains(new Item("Adjusted", "window: 3s instead of 10s"));
    }

    @Test
    void the_status_is_decided_only_if_all_claims_are() {
        var supported = attempt(List.of(claim("v above 1.5x p", new Relation.Above(), 1.5)));
        var undecided = attempt(List.of(claim("v above 4x p", new Relation.Above(), 4)));
        var all = SampleReproduction.of(supported);
        var decided = new ClaimEvaluation(withoutUntested(all), all.experiments());

        assertThat(ClaimsOutline.summary(decided).status()).isEqualTo(AnswerStatus.DECIDED);
        assertThat(ClaimsOutline.summary(all).status())
                .as("one is untested")
                .isEqualTo(AnswerStatus.UNDECIDED);
        var evaluation = SampleReproduction.of(undecided);
        assertThat(
                        ClaimsOutline.summary(
                                        new ClaimEvaluation(
                                                withoutUntested(evaluation),
                                                evaluation.experiments()))
                                .status())
                .isEqualTo(AnswerStatus.UNDECIDED);
    }

    @Test
    void an_article_of_which_nothing_could_be_run_is_undecided_and_not_invalid() {
        var claim = claim("v above p", new Relation.Above(), 1);
        var untested = SampleReproduction.of(lacking(List.of(claim), "no cargo"));
        assertThat(untested.valid()).isFalse();
        assertThat(ClaimsOutline.article(SampleReproduction.ARTICLE, untested).status())
                .isEqualTo(AnswerStatus.UNDECIDED);
    }

    private static Reproduction withoutUntested(ClaimEvaluation all) {
        var article = SampleReproduction.ARTICLE;
        return new Reproduction(
                all.plan().started(),
                all.plan().quick(),
                List.of(
                        new Article(
                                article.name(),
                                article.title(),
                                article.by(),
                                article.machine(),
                                List.of())),
                all.plan().experiments());
    }

    @Test
    void a_claim_has_the_article_s_figure_and_the_measured_one_with_its_interval() {
        var rows = rows(ClaimsOutline.summary(CLAIMS).sections().getFirst());
        var depends = rows.getFirst();
        assertThat(depends.get(1).text()).isEqualTo("2x (table 1)");
        assertThat(depends.get(2).text())
                .startsWith("by the article's method supported: 4.00 times that of tomcat platform")
                .contains(
                        "in sample-corrected (400 users without think time, GET /sleep?ms=100) contradicted: 1.000");
        assertThat(depends.get(4)).isEqualTo(Cell.ofLink("sample", RUN));
        assertThat(rows.get(1).get(2).text())
                .matches("4.00 times that of tomcat platform.*\\[.*, .*]");
        assertThat(rows.get(1).get(3)).isEqualTo(Cell.ofOutcome("contradicted", "contradicted"));
        assertThat(rows.get(2).get(2).text()).isEqualTo("tomcat virtual: no <cargo> on the PATH");
    }

    @Test
    void the_page_escapes_text_links_to_the_runs_and_makes_no_requests() {
        var html = HtmlReport.of(ClaimsOutline.summary(CLAIMS));
        assertThat(html)
                .contains("Which is &lt;faster&gt;?", "no &lt;cargo&gt; on the PATH")
                .contains("default-src &#39;none&#39;")
                .contains("<a href=\"%s\">sample</a>".formatted(RUN))
                .contains("<td class=\"contradicted\">contradicted</td>")
                .doesNotContain("<cargo>", "src=\"http");
        assertThat(HtmlReport.of(ClaimsOutline.article(SampleReproduction.ARTICLE, CLAIMS)))
                .contains("Claims without an experiment", "it scales to millions");
    }

    @Test
    void markdown_has_the_claims_as_tables_of_words() {
        var lines = Markdown.lines(ClaimsOutline.summary(CLAIMS));
        assertThat(lines)
                .contains("### Claims of an article, tested on this machine")
                .contains("| claim | the article | here | status | experiment |")
                .contains("| --- | --- | --- | --- | --- |");
        assertThat(lines.stream().filter(l -> l.contains("| contradicted |"))).hasSize(1);
        assertThat(String.join("\n", lines)).contains("no \\<cargo\\> on the PATH");
    }

    @Test
    void a_terminal_gets_a_few_lines_per_claim_what_they_hold_for_and_the_counts_last() {
        var report = new ReproductionReport(Path.of("there"), CLAIMS);
        var scope = report.outline().scope();
        assertThat(report.lines(AnsiStyle.NONE, 400))
                .containsSequence(
                        "  v below 0.5x p: contradicted", "      the article: 2x (table 1)")
                .contains("      experiment: sample", scope)
                .endsWith(COUNTS, "Pages: " + Path.of("there", "summary.html"));
        assertThat(scope).startsWith("Holds for: ");
    }

    @Test
    void json_has_numbers_and_null_where_there_are_none() {
        var json = JsonMapper.shared().readTree(Reported.json(CLAIMS, Path.of("there")));
        assertThat(json.at("/valid").asBoolean()).isTrue();
        assertThat(json.at("/counts/untested").asInt()).isEqualTo(2);
        var first = json.at("/articles/0/experiments/0");
        assertThat(first.at("/run").asString()).isEqualTo("an-article/sample/now");
        assertThat(first.at("/adjustments/0").asString()).startsWith("window");
        var depends = first.at("/claims/0");
        assertThat(depends.at("/status").asString()).isEqualTo("depends");
        assertThat(depends.at("/article").asString()).isEqualTo("2x");
        assertThat(depends.at("/measured/low").asDouble()).isGreaterThan(3.5);
        assertThat(depends.at("/corrected/high").asDouble()).isLessThan(1.5);
        var lacking = json.at("/articles/0/experiments/2");
        assertThat(lacking.at("/run").isNull()).isTrue();
        assertThat(lacking.at("/valid").isNull()).isTrue();
        assertThat(lacking.at("/claims/0/measured").isNull()).isTrue();
        assertThat(lacking.at("/unavailable/tomcat virtual").asString()).contains("<cargo>");
    }
}

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
import dev.loombench.report.Reported;
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

    @Test
    void the_summary_has_a_section_per_article_and_the_article_one_per_experiment() {
        var summary = ClaimsPageBuilder.summary(CLAIMS);
        assertThat(summary.headline()).isEqualTo(COUNTS);
        assertThat(summary.title()).startsWith("Claims of an article");
        assertThat(summary.sections())
                .singleElement()
                .satisfies(section -> {
                    assertThat(section.href()).isEqualTo("an-article.html");
                    assertThat(section.rows()).hasSize(4);
                });
        var article = ClaimsPageBuilder.article(SampleReproduction.ARTICLE, CLAIMS);
        assertThat(article.about()).isEqualTo("A. Author, 2023; measured there on a laptop");
        assertThat(article.sections())
                .extracting(ClaimsPageModel.Section::href)
                .containsExactly(
                        "an-article/sample/now/report.html",
                        "an-article/sample/now/report.html",
                        "",
                        "");
        assertThat(article.sections().getFirst().notes())
                .containsExactly("Adjusted: window: 3s instead of 10s");
    }

    @Test
    void the_status_is_decided_only_if_all_claims_are() {
        var supported = attempt(List.of(claim("v above 1.5x p", new Relation.Above(), 1.5)));
        var undecided = attempt(List.of(claim("v above 4x p", new Relation.Above(), 4)));
        var all = SampleReproduction.of(supported);
        var decided = new ClaimEvaluation(withoutUntested(all), all.experiments());

        assertThat(ClaimsPageBuilder.summary(decided).status()).isEqualTo("decided");
        assertThat(ClaimsPageBuilder.summary(all).status())
                .as("one is untested")
                .isEqualTo("undecided");
        var evaluation = SampleReproduction.of(undecided);
        assertThat(
                        ClaimsPageBuilder.summary(
                                        new ClaimEvaluation(
                                                withoutUntested(evaluation),
                                                evaluation.experiments()))
                                .status())
                .isEqualTo("undecided");
    }

    @Test
    void an_article_of_which_nothing_could_be_run_is_undecided_and_not_invalid() {
        var claim = claim("v above p", new Relation.Above(), 1);
        var untested = SampleReproduction.of(lacking(List.of(claim), "no cargo"));
        assertThat(untested.valid()).isFalse();
        assertThat(ClaimsPageBuilder.article(SampleReproduction.ARTICLE, untested).status())
                .isEqualTo("undecided");
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
        var rows = ClaimsPageBuilder.summary(CLAIMS).sections().getFirst().rows();
        var depends = rows.getFirst();
        assertThat(depends.article()).isEqualTo("2x (table 1)");
        assertThat(depends.here())
                .startsWith("by the article's method supported: 4.00 times that of tomcat platform")
                .contains(
                        "in sample-corrected (400 users without think time, GET /sleep?ms=100) contradicted: 1.000");
        assertThat(rows.get(1).here()).matches("4.00 times that of tomcat platform.*\\[.*, .*]");
        assertThat(rows.get(1).label()).isEqualTo("contradicted");
        assertThat(rows.get(2).here()).isEqualTo("tomcat virtual: no <cargo> on the PATH");
    }

    @Test
    void the_page_escapes_text_and_makes_no_requests() {
        var html = ClaimsPageBuilder.summary(CLAIMS).html();
        assertThat(html)
                .contains("Which is &lt;faster&gt;?", "no &lt;cargo&gt; on the PATH")
                .contains("default-src &#39;none&#39;")
                .doesNotContain("<cargo>", "src=\"http");
        assertThat(ClaimsPageBuilder.article(SampleReproduction.ARTICLE, CLAIMS).html())
                .contains("Claims without an experiment", "it scales to millions");
    }

    @Test
    void markdown_has_the_claims_as_tables() {
        var lines = Reported.markdown(ClaimsPageBuilder.summary(CLAIMS));
        assertThat(lines)
                .contains("### Claims of an article, tested on this machine")
                .contains("| claim | the article | here | status | experiment |");
        assertThat(lines.stream().filter(l -> l.contains("| contradicted |"))).hasSize(1);
        assertThat(String.join("\n", lines)).contains("no \\<cargo\\> on the PATH");
    }

    @Test
    void a_terminal_gets_a_few_lines_per_claim_and_the_counts_last() {
        var lines = ClaimsText.of(ClaimsPageBuilder.summary(CLAIMS), AnsiStyle.NONE, 400);
        assertThat(lines)
                .contains(
                        "  sample: v below 0.5x p: contradicted", "      the article: 2x (table 1)")
                .last()
                .isEqualTo(COUNTS);
    }

    @Test
    void a_terminal_gets_what_the_claims_hold_for() {
        var claims = ClaimsPageBuilder.summary(CLAIMS);
        assertThat(claims.scope()).isNotEmpty();
        assertThat(ClaimsText.of(claims, AnsiStyle.NONE, 400))
                .filteredOn(line -> line.contains(claims.scope()))
                .hasSize(1);
    }

    @Test
    void json_has_numbers_and_null_where_there_are_none() {
        var json = JsonMapper.builder().build().readTree(Reported.json(CLAIMS, Path.of("there")));
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

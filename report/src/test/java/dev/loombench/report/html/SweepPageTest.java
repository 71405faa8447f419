package dev.loombench.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleRun;
import dev.loombench.SampleSweep;
import dev.loombench.analysis.sweep.Sweep;
import dev.loombench.export.AnswerStatus;
import dev.loombench.export.Outline;
import dev.loombench.export.Outline.Item;
import dev.loombench.report.html.chart.LineChart;
import dev.loombench.report.html.chart.LineChart.Dot;
import dev.loombench.report.outline.SweepOutline;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// The page of a sweep as text; HtmlReportIT opens it in a browser.
class SweepPageTest {
    private static List<String> hrefs(int levels) {
        return IntStream.range(0, levels)
                .mapToObj(i -> "../../compare-%d/now/report.html".formatted(50 << i))
                .toList();
    }

    private static Outline outline(Sweep sweep) {
        return SweepOutline.of(sweep, "compare-sweep", hrefs(sweep.levels().size()));
    }

    @Test
    void the_headline_names_the_crossover_and_the_charts_shade_it() {
        var sweep = SampleSweep.of(1_000, 4_000, 4_000);
        var outline = outline(sweep);
        assertThat(outline.headline())
                .isEqualTo("tomcat virtual becomes better between 50 and 100 users.");
        assertThat(outline.sections().getFirst().parts())
                .containsExactly(
                        new Item(
                                "",
                                "tomcat virtual is equivalent at 50, better at 100 and 200 users;"
                                        + " it becomes better between 50 and 100 users."));
        var charts = SweepCharts.of(sweep);
        assertThat(charts).hasSize(2).allSatisfy(chart -> assertThat(chart.bands()).hasSize(1));
        var band = charts.getFirst().bands().getFirst();
        // users from 50 / 1.1 to 200 x 1.1: ln 1.1 / ln 4.84 = 0.0604, ln 2 / ln 4.84 = 0.4396
        assertThat(band.from()).isEqualTo("6.04%");
        assertThat(band.width()).isEqualTo("43.96%");
    }

    @Test
    void a_sweep_without_a_crossover_says_so() {
        var sweep = SampleSweep.of(4_000, 4_000);
        assertThat(outline(sweep).headline())
                .isEqualTo("No crossover is decided between 50 and 100 users.");
        assertThat(SweepCharts.of(sweep)).allSatisfy(chart -> assertThat(chart.bands()).isEmpty());
    }

    @Test
    void a_sweep_that_was_interrupted_says_which_levels_have_not_ended() {
        var sweep = SampleSweep.interrupted(SampleSweep.of(4_000, 4_000), 200, 400);
        assertThat(outline(sweep).status()).isEqualTo(AnswerStatus.UNDECIDED);
        assertThat(outline(sweep).headline())
                .isEqualTo(
                        "Interrupted: the levels of 200 and 400 users have not ended."
                                + " No crossover is decided between 50 and 100 users.");
        var one = SampleSweep.interrupted(SampleSweep.of(4_000), 100);
        assertThat(outline(one).headline())
                .startsWith("Interrupted: the level of 100 users has not ended. ")
                .doesNotContain("between");
    }

    @Test
    void the_headline_begins_with_the_levels_that_are_invalid() {
        var sweep = SampleSweep.of(1_000, 4_000, SampleSweep.NONE, SampleSweep.NONE);
        assertThat(outline(sweep).status()).isEqualTo(AnswerStatus.INVALID);
        assertThat(outline(sweep).headline())
                .isEqualTo(
                        "Invalid result at 200 and 400 users."
                                + " tomcat virtual becomes better between 50 and 100 users.");
        assertThat(outline(SampleSweep.interrupted(sweep, 800)).headline())
                .startsWith("Invalid result at 200 and 400 users. Interrupted: ");
    }

    @Test
    void a_line_has_a_point_per_level_and_its_name_at_its_end() {
        var throughput = SweepCharts.of(SampleSweep.of(1_000, 4_000)).getFirst();
        assertThat(throughput.lines())
                .extracting(LineChart.Line::name)
                .containsExactly(SampleRun.POOL, SampleRun.VIRTUAL);
        var virtual = throughput.lines().getLast();
        // from 0 to 5,000, as an interval ends above 4,000: 1 - 1,000 / 5,000
        assertThat(virtual.dots()).extracting(Dot::y).containsExactly("80.00%", "20.00%");
        assertThat(virtual.segments()).hasSize(1);
        assertThat(virtual.end()).isEqualTo("20.00%");
    }

    /// At 400/s a window of 2 s has eight responses beyond p99, and ten are needed.
    @Test
    void a_dot_is_hollow_where_the_figure_is_invalid_though_its_result_is_not() {
        var sweep = SampleSweep.of(400, 4_000);
        assertThat(sweep.levels()).allMatch(level -> Sweep.isMeasured(level, SampleRun.VIRTUAL));
        var p99 = SweepCharts.of(sweep).getLast().lines().getLast();
        assertThat(p99.dots()).extracting(Dot::kind).containsExactly("invalid", "valid");
    }

    @Test
    void a_row_per_level_links_to_its_page_and_an_invalid_one_has_no_comparison() {
        var sweep = SampleSweep.of(4_000, SampleSweep.NONE);
        assertThat(HtmlReport.of(outline(sweep)))
                .contains("<a href=\"../../compare-50/now/report.html\">50</a>")
                .contains("<a href=\"../../compare-100/now/report.html\">100</a>")
                .contains("4.00× better", "<td class=\"invalid\">Invalid result.</td>");
        var invalid = LevelPanel.of(sweep, hrefs(2)).rows().getLast();
        assertThat(invalid.cells()).allSatisfy(c -> assertThat(c.comparison()).isEmpty());
    }
}

package dev.loombench.report.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleCapacity;
import dev.loombench.SampleRun;
import dev.loombench.analysis.capacity.Capacity;
import dev.loombench.analysis.capacity.CapacityResult;
import dev.loombench.analysis.capacity.RateProbe;
import dev.loombench.analysis.capacity.RateProbe.Outcome;
import dev.loombench.analysis.capacity.VariantCapacity;
import dev.loombench.analysis.finding.ResultFinding;
import dev.loombench.analysis.validity.capacity.CapacityFinding.NotMonotone;
import dev.loombench.analysis.validity.capacity.CapacityFinding.ProcessFailed;
import dev.loombench.analysis.validity.stationarity.MemoryGrowth;
import dev.loombench.experiment.Claim;
import dev.loombench.export.AnswerStatus;
import dev.loombench.export.Markdown;
import dev.loombench.export.Outline;
import dev.loombench.export.Outline.Note;
import dev.loombench.export.PageTable;
import dev.loombench.finding.Severity;
import dev.loombench.report.html.HtmlReport;
import dev.loombench.report.html.chart.ChartPanel;
import dev.loombench.report.html.chart.LineChart;
import dev.loombench.report.next.NextCommands;
import dev.loombench.report.text.AnsiStyle;
import dev.loombench.report.text.OutlineText;
import dev.loombench.result.Invocation;
import dev.loombench.text.RecordJson;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// The text, the data and the page of a search.
class CapacityReportTest {
    private static List<String> lines(CapacityResult result) {
        return OutlineText.of(CapacityOutline.of(result), AnsiStyle.NONE, 100, false);
    }

    private static String page(CapacityResult result) {
        return HtmlReport.of(CapacityOutline.of(result));
    }

    /// The parts of one type, in the order of reading.
    private static <P extends Outline.Part> List<P> parts(CapacityResult result, Class<P> type) {
        return CapacityOutline.of(result).sections().stream()
                .flatMap(section -> section.parts().stream())
                .filter(type::isInstance)
                .map(type::cast)
                .toList();
    }

    /// The table of the variants.
    private static PageTable variants(CapacityResult result) {
        return parts(result, Outline.Figures.class).getFirst().table();
    }

    private static String text(CapacityResult result) {
        return String.join(" ", lines(result)).replaceAll("\\s+", " ");
    }

    private static ResultFinding notMonotone() {
        return new NotMonotone(SampleRun.POOL, 500, 800);
    }

    @Test
    void the_report_fits_a_screen() {
        var three = new ArrayList<ResultFinding>();
        for (int i = 0; i < 5; i++) {
            three.add(notMonotone());
        }
        var lines = lines(SampleCapacity.two(three.toArray(ResultFinding[]::new)));
        assertThat(lines).hasSizeLessThanOrEqualTo(26); // four more for the page and the next step
        assertThat(lines).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(100));
    }

    /// In text, data, Markdown and the page.
    @Test
    void both_capacities_of_two_kinds_of_processes_are_in_each_form() {
        var result = SampleCapacity.of(1_000, 500, 1_010, 505, 990);
        assertThat(text(result))
                .contains(
                        "depends on the process: 3 of 5 hold p99<200ms and errors<0.1% up to"
                                + " 1,000/s, 2 up to 502/s [",
                        "1,000/s or 502/s");
        assertThat(CapacityOutline.of(result).headline()).contains("1,000/s", "502/s");
        assertThat(page(result)).contains("1,000/s or 502/s");
        var json = RecordJson.tree(CapacityJson.of(result, Path.of("x"), List.of()));
        assertThat(json.at("/variants/0/capacityOfKinds/0/processes").asInt()).isEqualTo(3);
        assertThat(json.at("/variants/0/capacityOfKinds/1/ratePerSecond").asDouble())
                .isBetween(502.0, 503.0);
    }

    /// Student's interval of two processes is 12.7 times half of the logarithm of 29 to each side.
    @Test
    void processes_that_differ_too_much_for_an_interval_are_shown_instead_in_each_form() {
        var result = SampleCapacity.of(120, 3_500);
        var v = result.variants().getFirst();
        var command = "--processes %d".formatted(NextCommands.moreProcesses(result));
        assertThat(CapacityText.sentence(v, result)).doesNotContain("[");
        assertThat(gaps(result))
                .anyMatch(gap ->
                        gap.startsWith("no interval: ")
                                && gap.contains("120/s")
                                && gap.contains("3,500/s")
                                && gap.contains(command));
        assertThat(variants(result).columns()).doesNotContain("95 % interval");
        assertThat(CapacityCharts.of(result)).allMatch(chart -> chart.bands().isEmpty());
        var json = RecordJson.tree(CapacityJson.of(result, Path.of("x"), List.of()));
        assertThat(json.at("/variants/0/capacityInterval").isNull()).isTrue();
        var next = NextCommands.ofCapacity(result, new Invocation(List.of("capacity", "x")), true);
        assertThat(next).singleElement().satisfies(n -> assertThat(n.command()).endsWith(command));
    }

    /// 1 % of 60 s after a limit of 200 ms; a third of 60 s.
    @Test
    void how_long_a_rate_was_held_and_which_pauses_would_have_shown_is_in_each_form() {
        var result = SampleCapacity.holding();
        var held =
                "held 880/s for 60 s, in which pauses of 800 ms or longer, every 20 s on average,"
                        + " show with 95 %, and rarer ones may not";
        assertThat(text(result)).contains(held);
        assertThat(text(SampleCapacity.two())).doesNotContain("held ");
        assertThat(page(result)).contains(held);
        var json = RecordJson.tree(CapacityJson.of(result, Path.of("x"), List.of()));
        var hold = json.at("/variants/0/hold");
        assertThat(hold.at("/ratePerSecond").asDouble()).isEqualTo(880);
        assertThat(hold.at("/seconds").asDouble()).isEqualTo(60);
        assertThat(hold.at("/pauses/seconds").asDouble()).isBetween(0.799, 0.801);
        assertThat(hold.at("/pauses/everySeconds").asDouble()).isBetween(20.0, 20.1);
    }

    @Test
    void limits_are_said_as_limits() {
        assertThat(text(SampleCapacity.with(new Capacity.AtLeast(5_000, true))))
                .contains("up to at least 5,000/s.", "≥ 5,000/s");
        var lowest = SampleCapacity.probe(SampleRun.POOL, 1, 1, 4, Outcome.VIOLATED);
        assertThat(text(SampleCapacity.with(new Capacity.NotMet(lowest))))
                .contains("does not hold", "not met at 1.00/s, p99 of 800 ms");
        assertThat(text(SampleCapacity.with(new Capacity.Unknown("it died"))))
                .contains("is unknown: it died.");
    }

    private static List<String> gaps(CapacityResult result) {
        return CapacityGaps.of(result.variants().getFirst(), result).toList();
    }

    private static CapacityResult of(Capacity capacity, boolean complete) {
        var known = SampleCapacity.with(capacity);
        return new CapacityResult(
                known.manifest(), known.objectives(), known.variants(), List.of(), complete);
    }

    @Test
    void what_was_not_measured_has_a_reason_and_no_column() {
        var estimate = Capacity.Estimated.unconfirmed(900);
        assertThat(gaps(of(estimate, false)))
                .singleElement()
                .asString()
                .contains("interval", "response times", "CPU", "recovery", "interrupted");
        assertThat(gaps(of(estimate, true))).noneMatch(gap -> gap.contains("interrupted"));
        var confirmed = List.of(new Capacity.OfProcess(2, 900, true));
        assertThat(gaps(of(new Capacity.Estimated(900, Optional.empty(), confirmed), true)))
                .as("one process, without a window at the capacity")
                .anyMatch(gap -> gap.matches("no interval: one process confirmed .*"))
                .anyMatch(gap -> gap.matches("no response times and CPU: no process .*"));
        var lowest = SampleCapacity.probe(SampleRun.POOL, 1, 1, 4, Outcome.VIOLATED);
        assertThat(gaps(of(new Capacity.NotMet(lowest), true)))
                .containsExactly(
                        "no interval, response times, CPU and recovery: no rate held the objectives");
        assertThat(gaps(of(new Capacity.Unknown("it died"), true))).isEmpty();
        assertThat(gaps(SampleCapacity.two())).isEmpty();
        for (var result : List.of(of(estimate, false), of(new Capacity.NotMet(lowest), true))) {
            assertThat(variants(result).rows().getFirst())
                    .noneMatch(cell -> cell.text().equals("n/a"));
            assertThat(page(result)).contains(gaps(result).getFirst());
            assertThat(CapacityJson.of(result, Path.of("x"), List.of()).variants().getFirst())
                    .extracting(CapacityJson.VariantJson::notMeasured)
                    .isEqualTo(gaps(result));
        }
    }

    @Test
    void a_capacity_whose_long_window_was_disturbed_says_so() {
        var known = SampleCapacity.holding();
        var v = known.variants().getFirst();
        var probes = new ArrayList<>(v.probes());
        var held = probes.removeLast();
        probes.add(
                new RateProbe(
                        held.number(),
                        held.variant(),
                        held.block(),
                        held.process(),
                        held.purpose(),
                        held.rate(),
                        held.figures(),
                        19,
                        Outcome.OVER,
                        Optional.of("cpu-contention-during")));
        var disturbed =
                new VariantCapacity(
                        v.variant(),
                        v.capacity(),
                        probes,
                        v.atCapacity(),
                        v.bound(),
                        v.beyond(),
                        v.recovery(),
                        v.shortWindows());
        assertThat(CapacityGaps.of(disturbed, known))
                .singleElement()
                .asString()
                .startsWith("no long window: that at 880/s ")
                .contains("cpu-contention-during");
        assertThat(gaps(known)).isEmpty();
    }

    @Test
    void an_estimate_that_no_process_confirmed_is_about_so_much() {
        assertThat(text(of(Capacity.Estimated.unconfirmed(900), true)))
                .contains("up to about 900/s, by the process that searched it alone.");
    }

    @Test
    void what_is_for_information_is_in_the_long_report_alone() {
        var result = SampleCapacity.two(new MemoryGrowth(SampleRun.POOL, 1.4, 8, 3, false));
        assertThat(result.valid()).isTrue();
        assertThat(text(result)).doesNotContain("resident set", "1.40 times");
        assertThat(OutlineText.of(CapacityOutline.of(result), AnsiStyle.NONE, 1_000, true))
                .anyMatch(line -> line.contains(SampleRun.POOL) && line.contains("1.40 times"));
        assertThat(Markdown.text(CapacityOutline.of(result))).doesNotContain("1.40 times");
    }

    @Test
    void an_invalid_result_says_so_first() {
        var result = SampleCapacity.two(new ProcessFailed(SampleRun.POOL, 2, "it ended"));
        assertThat(result.valid()).isFalse();
        assertThat(lines(result).get(2)).startsWith("Invalid result.");
        assertThat(CapacityOutline.of(result).status()).isEqualTo(AnswerStatus.INVALID);
        assertThat(parts(result, Note.class))
                .extracting(Note::severity)
                .containsExactly(Severity.INVALID);
    }

    @Test
    void an_invalid_result_recommends_nothing_in_any_form() {
        var result = SampleCapacity.two(new ProcessFailed(SampleRun.POOL, 2, "it ended"));
        assertThat(text(result)).doesNotContain("Recommended", "That is");
        assertThat(CapacityOutline.of(result).headline()).isEqualTo("Invalid result.");
        assertThat(CapacityJson.of(result, Path.of("x"), List.of()).sentence())
                .isEqualTo("Invalid result.");
        assertThat(variants(result).rows())
                .extracting(row -> row.getLast().text())
                .containsExactly("", "");
    }

    @Test
    void the_page_shows_the_severity_and_the_remedy_of_a_finding_the_severest_first() {
        var failed = new ProcessFailed(SampleRun.POOL, 2, "it ended");
        var result = SampleCapacity.two(notMonotone(), failed);
        assertThat(parts(result, Note.class))
                .extracting(Note::severity)
                .containsExactly(Severity.INVALID, Severity.NOTE);
        assertThat(page(result))
                .contains("<b class=\"invalid\">Invalid</b> " + SampleRun.POOL)
                .contains("Remedy: repeat the search");
    }

    @Test
    void an_interrupted_search_says_so() {
        var outline = CapacityOutline.of(SampleCapacity.interrupted());
        assertThat(outline.headline())
                .startsWith("Interrupted:")
                .doesNotContainIgnoringCase("recommended");
        assertThat(outline.status()).isEqualTo(AnswerStatus.UNDECIDED);
        assertThat(page(SampleCapacity.two())).doesNotContain("Interrupted");
    }

    @Test
    void claims_are_checked_in_each_form() {
        var above = new Claim.Relation.Above();
        var result =
                SampleCapacity.claiming(
                        SampleCapacity.claim(above, new Claim.Target.FixedValue(800)),
                        SampleCapacity.claim(
                                above, new Claim.Target.Times(0.3, SampleRun.VIRTUAL)));
        assertThat(text(result))
                .contains("Claims the claim: supported: 900/s [")
                .contains("the claim: contradicted: 0.250 times that of tomcat virtual [");
        assertThat(page(result)).contains("<li class=\"contradicted\">");
        var json = RecordJson.tree(CapacityJson.of(result, Path.of("x"), List.of()));
        assertThat(json.at("/claims/0/outcome").asString()).isEqualTo("supported");
        assertThat(json.at("/claims/1/outcome").asString()).isEqualTo("contradicted");
    }

    @Test
    void the_page_has_a_line_per_variant_and_one_for_the_limit() {
        var panel = parts(SampleCapacity.two(), ChartPanel.class).getFirst();
        assertThat(panel.charts()).hasSize(2);
        for (var chart : panel.charts()) {
            assertThat(chart.lines())
                    .extracting(LineChart.Line::name)
                    .containsExactly(
                            SampleRun.POOL, SampleRun.VIRTUAL, "p99<200ms and errors<0.1%");
            assertThat(chart.bands()).hasSize(2);
            assertThat(chart.lines().getFirst().dots())
                    .extracting(LineChart.Dot::kind)
                    .contains("valid", "invalid");
        }
        assertThat(parts(SampleCapacity.two(), Outline.Figures.class).getLast().table().rows())
                .hasSize(12)
                .extracting(row -> row.get(3).text())
                .contains("met", "over after 6.0 s");
    }
}

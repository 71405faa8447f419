package dev.loombench.report.html;

import static dev.loombench.ChangedSampleRun.results;
import static dev.loombench.ChangedSampleRun.sliced;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.SampleRun;
import dev.loombench.analysis.Analysis;
import dev.loombench.experiment.variant.Variant;
import dev.loombench.observe.result.MetricId;
import dev.loombench.observe.result.Observation;
import dev.loombench.observe.result.Observation.Point;
import dev.loombench.observe.result.Observation.Series;
import dev.loombench.report.Reported;
import dev.loombench.report.comparison.RunComparison;
import dev.loombench.report.html.chart.PercentileCurve;
import dev.loombench.report.outline.ComparisonOutline;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.result.TrialResult;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/// The page as text; HtmlReportIT opens it in a browser.
class RunPageModelTest {
    private static final Path NOWHERE = Path.of("no-such-folder");

    private static String page(List<TrialResult> trials) {
        return unquoted(HtmlReport.of(Analysis.of(SampleRun.manifest(), trials), trials, NOWHERE));
    }

    /// The page with unescaped quotes in attributes.
    private static String unquoted(String page) {
        return page.replace("&#39;", "'");
    }

    @Test
    void what_slices_do_not_judge_has_a_ratio_and_no_verdict() {
        var manifest = SampleRun.interleaved(SampleRun.experiment());
        var trials = results(manifest, _ -> sliced(SampleRun.completed(1_000, 400), 24, 0));
        var page = HtmlReport.of(Analysis.of(manifest, trials), trials, NOWHERE);
        assertThat(page)
                .contains("<p class=\"sentence\">1.000× not judged in slices</p>")
                .doesNotContain("invalid: not-judged-in-slices");
    }

    @Test
    void an_invalid_run_has_no_recommendation() {
        var few =
                SampleRun.result(
                        SampleRun.manifest().plan().getFirst(), SampleRun.completed(1_000, 400));
        assertThat(page(List.of(few))).contains("Invalid result.").doesNotContain("Recommended:");
    }

    @Test
    void what_makes_a_run_invalid_stands_between_its_headline_and_its_variants() {
        var outcome = SampleRun.completed(1_000, 400, Map.of(), 300, 0.2);
        var trials =
                SampleRun.manifest().plan().stream()
                        .map(t -> SampleRun.result(t, outcome))
                        .toList();
        assertThat(page(trials))
                .containsSubsequence(
                        "id=\"headline\"",
                        "<b class=\"invalid\">Invalid</b>",
                        "Remedy: ",
                        "<ul class=\"variants\">");
    }

    @Test
    void a_run_without_any_trial_yet_has_a_page() {
        var analysis = Analysis.of(SampleRun.manifest(), List.of());
        assertThat(unquoted(HtmlReport.live(analysis, List.of(), NOWHERE)))
                .contains(
                        "Running: 0 of 6 trials have ended.", "id=\"stop\"", "connect-src 'self'");
    }

    @Test
    void the_page_of_a_running_experiment_waits_for_missing_trials() {
        var virtualFirst =
                SampleRun.result(
                        SampleRun.manifest().plan().get(1), SampleRun.completed(4_000, 100));
        var trials = List.of(virtualFirst);
        var page =
                unquoted(
                        HtmlReport.live(
                                Analysis.of(SampleRun.manifest(), trials), trials, NOWHERE));
        assertThat(page)
                .contains(
                        "Running: 1 of 6 trials have ended.",
                        "<li class=\"pending\">",
                        "no trial has ended yet",
                        "waiting for a trial of tomcat platform-pool 100, with which it is compared")
                .doesNotContain(
                        "no verdict", "<li class=\"no-evidence\">", "planned trials have ended");
    }

    @Test
    void a_single_variant_is_not_compared_with_itself() {
        var experiment = SampleRun.experiment().without(Set.of(SampleRun.VIRTUAL)).orElseThrow();
        var manifest = SampleRun.manifest(experiment);
        var trials =
                manifest.plan().stream()
                        .map(t -> SampleRun.result(t, SampleRun.completed(1_000, 400)))
                        .toList();
        var analysis = Analysis.of(manifest, trials);
        var forms =
                List.of(
                        unquoted(HtmlReport.of(analysis, trials, NOWHERE)),
                        String.join("\n", Reported.text(analysis, 1_000)),
                        String.join("\n", Reported.markdown(analysis)));
        assertThat(forms)
                .allMatch(form -> form.contains("3 trials, seed 42"))
                .noneMatch(form -> form.contains("ompared with"))
                .noneMatch(form -> form.contains("The band is the margin"))
                .noneMatch(form -> form.contains("1× ") || form.contains("ratio of "));
    }

    /// A screen reader names a cell by its headers.
    @Test
    void no_header_of_a_table_is_empty() {
        var run = Analysis.of(SampleRun.manifest(), SampleRun.trials());
        var two = RunComparison.of("before", run, "after", run);
        assertThat(List.of(page(SampleRun.trials()), HtmlReport.of(ComparisonOutline.of(two))))
                .allMatch(page -> page.contains("<th scope=\"row\">tomcat virtual"))
                .noneMatch(page -> page.matches("(?s).*<th[^>]*></th>.*"));
    }

    @Test
    void a_saved_page_forbids_all_connections() {
        assertThat(page(SampleRun.trials()))
                .contains("default-src 'none'", "connect-src 'none'", "form-action 'none'")
                .contains("script-src 'sha256-")
                .doesNotContain("id=\"stop\"", "script-src 'unsafe-inline'");
    }

    /// Also in the data of its charts, whose script shows them.
    @Test
    void the_name_of_a_variant_does_not_change_the_direction_of_text() {
        var first = SampleRun.experiment().variants().getFirst();
        var evil = Variant.of("a\u202eb", first.subject());
        var experiment = SampleRun.experiment().withVariants(List.of(evil));
        var analysis = Analysis.of(SampleRun.manifest(experiment), List.of());
        assertThat(HtmlReport.live(analysis, List.of(), NOWHERE))
                .contains("a\uFFFDb")
                .doesNotContain("\u202e");
    }

    @Test
    void data_cannot_end_its_script_element() {
        assertThat(InlineAssets.json("{\"a\":\"</script><!--&\u2028\"}"))
                .isEqualTo("{\"a\":\"\\u003c/script\\u003e\\u003c!--\\u0026\\u2028\"}");
    }

    @Test
    void a_percentile_curve_ends_at_the_resolution_of_its_values() {
        var histogram = new Histogram(3);
        histogram.setAutoResize(true);
        for (int millis = 1; millis <= 1_000; millis++) {
            histogram.recordValue(millis * 1_000_000L);
        }
        var curve = PercentileCurve.of(histogram);
        // 1,000 values: three nines, and the last is the highest
        assertThat(curve.x().getLast()).isEqualTo(3);
        assertThat(curve.y().getLast()).isCloseTo(1_000, within(1.0)); // three digits
        assertThat(curve.x()).isSorted().doesNotHaveDuplicates();
        assertThat(curve.y()).isSorted();
        int ninety = curve.x().indexOf(1.0);
        if (ninety >= 0) {
            assertThat(curve.y().get(ninety)).isCloseTo(900, within(1.0));
        }
    }

    @Test
    void warm_up_is_below_zero_and_cpu_is_in_cores() {
        var analysis = Analysis.of(SampleRun.manifest(), SampleRun.trials());
        var charts = Charts.of(analysis, SampleRun.trials());
        var first = charts.trials().getFirst();
        assertThat(first.warmUp()).isEqualTo(-2); // 1 s to 3 s on the clock of the sample
        assertThat(first.end()).isEqualTo(2);
        // 995 requests/s at 100 us: 0.0995 cores, between the points at 0, 1 and 2 s
        assertThat(first.lines())
                .containsEntry("cpu", new Charts.Line(List.of(0.5, 1.5), List.of(0.0995, 0.0995)))
                .containsEntry("gc", new Charts.Line(List.of(1.0), List.of(2.0)));
        assertThat(first.lines()).as("never observed").doesNotContainKey("carriers");
    }

    @Test
    void the_page_of_a_long_run_stays_below_a_megabyte_and_names_what_it_leaves_out() {
        var trials = new ArrayList<TrialResult>();
        for (var trial : SampleRun.trials()) {
            if (trial.outcome() instanceof Completed completed) {
                trials.add(SampleRun.result(trial.trial(), lengthened(completed)));
            }
        }
        var page = page(trials);
        assertThat(page.getBytes(StandardCharsets.UTF_8).length).isLessThan(1_000_000);
        assertThat(page).contains("Long series are downsampled");
    }

    /// The same with 2,000 points of every series that can be drawn as it is: several times as many
    /// as are drawn.
    private static Completed lengthened(Completed trial) {
        long start = trial.load().window().startNanos();
        var counts = points(start, i -> i * 500_000.0);
        var gauges = points(start, i -> 1e8 + 1e7 * Math.sin(i));
        var observations = new ArrayList<Observation>();
        for (var metric : MetricId.values()) {
            boolean counter = metric.kind() == MetricId.Accumulation.COUNTER;
            observations.add(new Series("made up", metric, counter ? counts : gauges));
        }
        return SampleRun.completed(trial.warmUp(), trial.load(), trial.unloaded(), observations);
    }

    private static List<Point> points(long start, IntToDoubleFunction value) {
        return IntStream.range(0, 2_000)
                .mapToObj(i -> new Point(start + i * 1_000_000L, value.applyAsDouble(i)))
                .toList();
    }
}

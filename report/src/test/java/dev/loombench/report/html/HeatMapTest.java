package dev.loombench.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleRun;
import dev.loombench.analysis.Analysis;
import dev.loombench.observe.result.MetricId;
import dev.loombench.observe.result.Observation;
import dev.loombench.observe.result.Observation.Point;
import dev.loombench.observe.result.Observation.Series;
import dev.loombench.report.html.chart.LogAxis;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.result.TrialResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Response times and errors over time. The sample has three trials of each variant with a window
/// of 2 s: 995, 1,000 and 1,005 responses per second in 400 ms, and 4,000 on average in 100 ms.
class HeatMapTest {
    private static final List<String> NAMES = List.of(SampleRun.POOL, SampleRun.VIRTUAL);

    @Test
    void counts_are_those_of_all_trials_by_second_and_bucket() {
        var heat = HeatMap.of(NAMES, SampleRun.trials());
        assertThat(heat.axis()).isEqualTo(new LogAxis(100, 500));
        assertThat(heat.step()).isEqualTo(1);
        assertThat(heat.edges()).hasSize(25).startsWith(100.0).endsWith(500.0);
        var pool = heat.maps().getFirst().counts();
        // 24 ln(400 / 100) / ln(500 / 100) = 20.7: the 21st row
        assertThat(pool.get(20)).containsExactly(3_000L, 3_000L);
        assertThat(pool.stream().flatMap(List::stream).mapToLong(n -> n).sum()).isEqualTo(6_000);
        assertThat(heat.maps().getLast().counts().getFirst()).containsExactly(12_000L, 12_000L);
    }

    @Test
    void a_column_is_as_long_as_an_interval_at_least() {
        assertThat(HeatMap.columns(10.02, 1.003)).isEqualTo(10);
        assertThat(HeatMap.columns(7, 1.2)).as("7 / 1.2 = 5.8").isEqualTo(5);
        assertThat(HeatMap.columns(600, 1)).isEqualTo(60);
        assertThat(HeatMap.columns(0.5, 1)).isEqualTo(1);
    }

    @Test
    void a_variant_without_responses_has_no_map() {
        var virtual =
                SampleRun.trials().stream()
                        .filter(t -> t.trial().variant().equals(SampleRun.VIRTUAL))
                        .toList();
        assertThat(HeatMap.of(NAMES, virtual).maps())
                .extracting(HeatMap.Counts::variant)
                .containsExactly(1);
        var none = HeatMap.of(NAMES, List.of());
        assertThat(none.maps()).isEmpty();
        assertThat(HeatMapView.of(none, NAMES).across()).isEmpty();
    }

    @Test
    void a_page_without_errors_has_no_panel_of_errors() {
        var charts =
                Charts.of(
                        Analysis.of(SampleRun.manifest(), SampleRun.trials()), SampleRun.trials());
        assertThat(charts.panels()).extracting(TimelinePanel::title).doesNotContain("Errors");
    }

    @Test
    void errors_are_a_rate_of_the_trials_that_have_any() {
        var trials = new ArrayList<TrialResult>(SampleRun.trials());
        trials.set(0, withErrors(trials.getFirst()));
        var charts = Charts.of(analysis(trials), trials);
        assertThat(charts.panels()).extracting(TimelinePanel::title).contains("Errors");
        assertThat(charts.trials().getFirst().lines())
                .containsEntry("errors", new Charts.Line(List.of(0.5, 1.5), List.of(0.0, 30.0)));
        assertThat(charts.trials().get(1).lines()).doesNotContainKey("errors");
        assertThat(HtmlReport.of(analysis(trials), trials, Path.of("no-such"))).contains("Errors");
    }

    private static Analysis analysis(List<TrialResult> trials) {
        return Analysis.of(SampleRun.manifest(), trials);
    }

    /// None in the first second of the window, 30 in the second.
    private static TrialResult withErrors(TrialResult result) {
        var trial = (Completed) result.outcome();
        long start = trial.load().window().startNanos();
        var observations = new ArrayList<Observation>(trial.observations());
        observations.add(
                new Series(
                        "load",
                        MetricId.LOAD_ERRORS,
                        List.of(
                                new Point(start, 5),
                                new Point(start + 1_000_000_000, 5),
                                new Point(start + 2_000_000_000, 35))));
        return SampleRun.result(
                result.trial(),
                SampleRun.completed(trial.warmUp(), trial.load(), trial.unloaded(), observations));
    }
}

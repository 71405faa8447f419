package dev.loombench.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleRun;
import dev.loombench.analysis.Analysis;
import dev.loombench.observe.result.MetricId;
import dev.loombench.observe.result.Observation;
import dev.loombench.observe.result.Observation.Point;
import dev.loombench.observe.result.Observation.Series;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.result.TrialResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// The lines of the panels over time. The sample's window is two seconds.
class TimelinePanelTest {
    @Test
    void a_tick_of_the_clock_between_close_samples_is_no_peak() {
        var trials = new ArrayList<TrialResult>(SampleRun.trials());
        trials.set(0, withBusyProcessor(trials.getFirst()));
        var charts = Charts.of(Analysis.of(SampleRun.manifest(), trials), trials);
        var machine = Objects.requireNonNull(charts.trials().getFirst().lines().get("machine"));
        assertThat(machine).isEqualTo(new Charts.Line(List.of(0.5, 1.5), List.of(0.5, 0.5)));
    }

    /// Half a processor; a tick of 10 ms falls between two samples 1 ms apart.
    private static TrialResult withBusyProcessor(TrialResult result) {
        var trial = (Completed) result.outcome();
        long start = trial.load().window().startNanos();
        var observations =
                new ArrayList<Observation>(
                        trial.observations().stream()
                                .filter(o ->
                                        !(o instanceof Series s
                                                && s.metric() == MetricId.MACHINE_CPU_BUSY))
                                .toList());
        observations.add(
                new Series(
                        "machine",
                        MetricId.MACHINE_CPU_BUSY,
                        List.of(
                                new Point(start, 0),
                                new Point(start + 1_000_000, 10_000_000),
                                new Point(start + 1_000_000_000, 500_000_000),
                                new Point(start + 2_000_000_000, 1_000_000_000))));
        return SampleRun.result(
                result.trial(),
                SampleRun.completed(trial.warmUp(), trial.load(), trial.unloaded(), observations));
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

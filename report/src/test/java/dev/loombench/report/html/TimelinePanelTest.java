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
}

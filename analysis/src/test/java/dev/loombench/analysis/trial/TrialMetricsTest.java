package dev.loombench.analysis.trial;

import static dev.loombench.ChangedSampleRun.grown;
import static dev.loombench.ChangedSampleRun.seen;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.SampleRun;
import dev.loombench.observe.result.MetricId;
import dev.loombench.observe.result.Observation.Point;
import dev.loombench.observe.result.Observation.Series;
import dev.loombench.result.TrialOutcome.Completed;
import java.util.List;
import org.junit.jupiter.api.Test;

/// A window of two seconds, in which the load takes some CPU time for 2,000 requests.
class TrialMetricsTest {
    private static final int CORES = 2;

    private static Completed used(double serverSeconds, double machineSeconds) {
        var trial = SampleRun.completed(1_000, 400);
        var others =
                trial.observations().stream()
                        .filter(o -> !(o instanceof Series s && s.metric() == MetricId.PROCESS_CPU))
                        .toList();
        return seen(
                seen(trial.with(others), grown(MetricId.PROCESS_CPU, serverSeconds * 1e9)),
                grown(MetricId.MACHINE_CPU_BUSY, machineSeconds * 1e9));
    }

    private static Completed of16(Completed trial) {
        return seen(
                trial,
                new Series(
                        "a test",
                        MetricId.MACHINE_PROCESSORS,
                        List.of(new Point(4_000_000_000L, 16))));
    }

    private static double busyShare(Completed trial) {
        return TrialMetrics.busyShare(trial, CORES).orElseThrow();
    }

    @Test
    void a_machine_whose_processors_are_unknown_has_those_of_the_lab() {
        assertThat(busyShare(used(0.4, 3))).isCloseTo(0.75, within(1e-9));
    }

    @Test
    void a_busy_machine_is_one_of_all_its_processors() {
        assertThat(busyShare(of16(used(0.4, 24)))).isCloseTo(0.75, within(1e-9));
    }

    /// An eighth of the machine is busy.
    @Test
    void the_part_of_the_lab_may_be_used_up_on_an_idle_machine() {
        var trial = of16(used(3.2, 4));
        double load = trial.localGeneratorNanos() / 1e9;
        assertThat(busyShare(trial)).isCloseTo((3.2 + load) / (2 * CORES), within(1e-9));
    }

    @Test
    void a_machine_that_was_not_observed_has_no_share() {
        assertThat(TrialMetrics.busyShare(of16(SampleRun.completed(1_000, 400)), CORES)).isEmpty();
    }
}

package dev.loombench.analysis.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.SampleRun;
import dev.loombench.SampleWindow;
import dev.loombench.experiment.Metric;
import dev.loombench.load.result.LoadResults;
import dev.loombench.observe.result.MetricId;
import dev.loombench.observe.result.Observation.Point;
import dev.loombench.observe.result.Observation.Series;
import dev.loombench.result.TrialOutcome.Completed;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DriftTest {
    /// CPU per request in µs, as it was seen on a server that was called steady.
    private static final double[] WARMING = {828, 703, 798, 530, 688, 356, 360, 289, 298, 246};

    private static final double STEP = 0.05;

    private static double cpu(Completed trial) {
        return Drift.of(Metric.CPU_PER_REQUEST, trial).orElseThrow();
    }

    /// Computed with numpy: 0.373. The thirds have 752 and 286 us.
    @Test
    void a_cost_that_falls() {
        var trial = SampleWindow.of(second -> WARMING[second], _ -> 100);
        assertThat(cpu(trial)).isCloseTo(0.373, within(1e-3));
        assertThat(Drift.of(Metric.THROUGHPUT, trial).orElseThrow()).isCloseTo(1, within(1e-9));
        assertThat(Drift.of(Metric.PEAK_RSS, trial)).isEmpty();
    }

    /// A line from 1 - b to 1 + b changes by exp(4/3 b).
    @ParameterizedTest
    @ValueSource(doubles = {-0.3, -0.05, 0, 0.05, 0.3})
    void a_line_is_measured_as_it_is(double b) {
        assertThat(cpu(rates(t -> 1 + b * (t / 5 - 1))))
                .isCloseTo(Math.exp(4 * b / 3), within(2e-3));
    }

    /// Half of the CPU time is spent in each period within a tenth of it; the window has 10 s.
    @ParameterizedTest
    @CsvSource({"0.3, 0.03", "1, 0.01", "2, 0.06"})
    void work_by_the_clock_is_no_change_wherever_it_begins(double period, double most) {
        for (double begin = 0; begin < period; begin += period / 13) {
            double from = begin;
            var trial =
                    rates(t -> 0.5 + ((t - from + period) % period < 0.1 * period ? 0.5 / 0.1 : 0));
            assertThat(Math.log(cpu(trial))).as("from %s s", begin).isCloseTo(0, within(most));
        }
    }

    /// Response times of 200, 150 and 100 ms in seconds 0 to 2, 3 to 6 and 7 to 9: 0.556, computed
    /// with numpy.
    @Test
    void a_median_drifts_as_the_mean_response_time_does() {
        var trial = SampleWindow.of(_ -> 100, second -> second < 3 ? 200 : second < 7 ? 150 : 100);
        assertThat(Drift.of(Metric.P50, trial).orElseThrow()).isCloseTo(0.556, within(0.001));
    }

    /// The only second, whose middle is that of the window, weighs nothing.
    @Test
    void a_median_in_a_window_of_one_second_has_no_drift() {
        var trial = SampleWindow.of(_ -> 100, _ -> 100);
        var load = trial.load();
        var first = load.intervals().getFirst();
        var ofOneSecond =
                LoadResults.of(
                        first.window(),
                        load.counts(),
                        load.connections(),
                        load.generator(),
                        List.of(first));
        var second = SampleRun.completed(trial.warmUp(), ofOneSecond, trial.unloaded(), List.of());
        assertThat(Drift.of(Metric.P50, second)).isEmpty();
    }

    /// 1,000 responses per second, whose CPU time grows at a rate.
    ///
    /// @param rate at a time in s
    private static Completed rates(DoubleUnaryOperator rate) {
        var like = SampleWindow.of(_ -> 100, _ -> 100);
        var cpu = new ArrayList<Point>(List.of(new Point(0, 0)));
        for (int i = 0; i < SampleWindow.SECONDS / STEP; i++) {
            double middle = (i + 0.5) * STEP;
            cpu.add(
                    new Point(
                            Math.round((i + 1) * STEP * 1e9),
                            cpu.getLast().value() + 1e8 * STEP * rate.applyAsDouble(middle)));
        }
        var responses = like.series(MetricId.LOAD_RESPONSES).orElseThrow();
        return SampleRun.completed(
                like.warmUp(),
                like.load(),
                like.unloaded(),
                List.of(new Series("proc", MetricId.PROCESS_CPU, cpu), responses));
    }
}

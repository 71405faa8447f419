package dev.loombench.analysis.validity.machine;

import static dev.loombench.ChangedSampleRun.severity;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.SampleRun;
import dev.loombench.analysis.Analysis;
import dev.loombench.analysis.validity.machine.ProcessorFinding.ClockRateVaried;
import dev.loombench.analysis.validity.machine.ProcessorFinding.CpuPressure;
import dev.loombench.analysis.validity.machine.ProcessorFinding.CpuThrottled;
import dev.loombench.finding.Severity;
import dev.loombench.observe.result.MetricId;
import dev.loombench.observe.result.Observation.Point;
import dev.loombench.observe.result.Observation.Series;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.result.TrialResult;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Each trial has a window of 2 s on 2 processors. The pool's server uses 100 µs for each of 1,000
/// requests/s, that of virtual threads for 4,000; the generator a tenth of it.
class ProcessorFindingTest {

    /// 20 ms of the 4 s of both processors.
    @Test
    void any_throttling_is_a_note() {
        assertThat(throttled(0.02))
                .singleElement()
                .satisfies(f -> {
                    assertThat(f.share()).isCloseTo(0.005, within(1e-9));
                    assertThat(f.severity()).isEqualTo(Severity.NOTE);
                });
        assertThat(throttled(0)).isEmpty();
    }

    /// 2 % of 4 s are 0.08 s.
    @ParameterizedTest
    @CsvSource({"0, none", "0.001, note", "0.076, note", "0.084, invalid"})
    void throttling_for_over_two_percent_makes_the_result_invalid(double seconds, String severity) {
        assertThat(severity(CpuThrottled.class, throttled(seconds))).isEqualTo(severity);
    }

    private static List<CpuThrottled> throttled(double seconds) {
        return findings(
                CpuThrottled.class, trials(MetricId.CGROUP_THROTTLED, _ -> 0, _ -> 1e9 * seconds));
    }

    @Test
    void waiting_on_an_idle_machine_is_a_note() {
        assertThat(waited(1.5))
                .containsExactly(new CpuPressure(List.of(SampleRun.POOL, SampleRun.VIRTUAL), 0.75));
    }

    @ParameterizedTest
    @CsvSource({"0.95, none", "1.05, note"})
    void waiting_for_less_than_half_of_the_window_is_none(double seconds, String severity) {
        assertThat(severity(CpuPressure.class, waited(seconds))).isEqualTo(severity);
    }

    /// 110 µs of the server and the generator per request: 0.97 or 1.03 of the 2 processors.
    @ParameterizedTest
    @CsvSource({"8800, note", "9400, none"})
    void waiting_for_processors_that_the_server_uses_is_none(int perSecond, String severity) {
        var busy =
                trials(MetricId.MACHINE_CPU_STALLED, _ -> 0, _ -> 1.9e9).stream()
                        .map(r -> r.with(with(SampleRun.completed(perSecond, 40), r)))
                        .toList();
        assertThat(severity(CpuPressure.class, findings(CpuPressure.class, busy)))
                .isEqualTo(severity);
    }

    private static Completed with(Completed other, TrialResult observed) {
        var all = new ArrayList<>(other.observations());
        ((Completed) observed.outcome())
                .observations().stream()
                        .filter(o ->
                                o instanceof Series s && s.metric() == MetricId.MACHINE_CPU_STALLED)
                        .forEach(all::add);
        return other.with(all);
    }

    private static List<CpuPressure> waited(double seconds) {
        return findings(
                CpuPressure.class,
                trials(MetricId.MACHINE_CPU_STALLED, _ -> 0, _ -> 1e9 * seconds));
    }

    /// The means of the window's points: 3.0 GHz, and 2.84 or 2.87 GHz in the third block.
    @Test
    void a_clock_rate_that_differs_by_over_five_percent_is_a_note() {
        assertThat(clock(2.87)).isEmpty();
        assertThat(clock(2.84)).containsExactly(new ClockRateVaried(2.84e9, 3e9));
    }

    private static List<ClockRateVaried> clock(double gigahertz) {
        ToDoubleFunction<TrialResult> rate = r -> r.trial().block() == 3 ? gigahertz * 1e9 : 3e9;
        return findings(ClockRateVaried.class, trials(MetricId.MACHINE_CPU_CLOCK, rate, rate));
    }

    private static <T> List<T> findings(Class<T> kind, List<TrialResult> trials) {
        return Analysis.of(SampleRun.manifest(), trials).findings().stream()
                .filter(kind::isInstance)
                .map(kind::cast)
                .toList();
    }

    /// The sample's trials with a point at the window's start and at its end.
    private static List<TrialResult> trials(
            MetricId metric,
            ToDoubleFunction<TrialResult> start,
            ToDoubleFunction<TrialResult> end) {
        return SampleRun.trials().stream()
                .map(r -> {
                    var trial = (Completed) r.outcome();
                    var all = new ArrayList<>(trial.observations());
                    all.add(
                            new Series(
                                    "processor",
                                    metric,
                                    List.of(
                                            new Point(
                                                    trial.window().startNanos(),
                                                    start.applyAsDouble(r)),
                                            new Point(
                                                    trial.window().endNanos(),
                                                    end.applyAsDouble(r)))));
                    return r.with(trial.with(all));
                })
                .toList();
    }
}

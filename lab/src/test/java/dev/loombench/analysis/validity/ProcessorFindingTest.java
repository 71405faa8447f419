package dev.loombench.analysis.validity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.SampleRun;
import dev.loombench.analysis.Analysis;
import dev.loombench.analysis.validity.Finding.Severity;
import dev.loombench.analysis.validity.ProcessorFinding.ClockRateVaried;
import dev.loombench.analysis.validity.ProcessorFinding.CpuPressure;
import dev.loombench.analysis.validity.ProcessorFinding.CpuThrottled;
import dev.loombench.result.MetricId;
import dev.loombench.result.Observation.Point;
import dev.loombench.result.Observation.Series;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.result.TrialResult;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

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

    /// 2.5 % of the processors' time.
    @Test
    void throttling_for_over_two_percent_makes_the_result_invalid() {
        assertThat(throttled(0.1))
                .singleElement()
                .satisfies(f -> assertThat(f.severity()).isEqualTo(Severity.INVALID));
    }

    private static List<CpuThrottled> throttled(double seconds) {
        return findings(
                CpuThrottled.class, trials(MetricId.CGROUP_THROTTLED, _ -> 0, _ -> 1e9 * seconds));
    }

    @Test
    void waiting_for_half_of_the_window_on_an_idle_machine_is_a_note() {
        assertThat(waited(_ -> 0.9)).isEmpty();
        assertThat(waited(_ -> 1.5))
                .containsExactly(new CpuPressure(List.of(SampleRun.POOL, SampleRun.VIRTUAL), 0.75));
    }

    /// 11,000 requests/s of 100 µs and their generator use 1.21 of the 2 processors.
    @Test
    void waiting_for_processors_that_the_server_uses_is_none() {
        var busy =
                trials(MetricId.MACHINE_CPU_STALLED, _ -> 0, _ -> 1.9e9).stream()
                        .map(r -> r.with(with(SampleRun.completed(11_000, 100), r)))
                        .toList();
        assertThat(findings(CpuPressure.class, busy)).isEmpty();
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

    private static List<CpuPressure> waited(ToDoubleFunction<TrialResult> seconds) {
        return findings(
                CpuPressure.class,
                trials(MetricId.MACHINE_CPU_STALLED, _ -> 0, r -> 1e9 * seconds.applyAsDouble(r)));
    }

    /// The means of the window's points: 3.0 GHz, and 2.8 or 2.9 GHz in the third block.
    @Test
    void a_clock_rate_that_differs_by_over_five_percent_is_a_note() {
        assertThat(clock(2.9)).isEmpty();
        assertThat(clock(2.8)).containsExactly(new ClockRateVaried(2.8e9, 3e9));
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

package dev.loombench.observe.proc.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.observe.ObservedProcess;
import dev.loombench.observe.ScriptableProcess;
import dev.loombench.observe.SessionObservations;
import dev.loombench.observe.proc.ProcObserver;
import dev.loombench.observe.result.MetricId;
import java.nio.file.Path;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/// OSHI is used where there is no `/proc`; here its values are compared with those of `/proc`.
class OshiObserverIT {

    @Test
    void its_values_match_those_of_proc() {
        try (var process = ScriptableProcess.start()) {
            var target = new ObservedProcess(process.pid(), Path.of("."));
            try (var proc = new ProcObserver().start(target);
                    var oshi = new OshiObserver().start(target)) {
                // OSHI caches the machine's counters for 300 ms: the last sample must be later.
                process.call("burn-ms", 400);
                process.call("threads", 20);
                process.call("heap-mib", 50);
                proc.sample();
                oshi.sample();
                proc.sample();

                var expected = SessionObservations.of(proc);
                var observed = SessionObservations.of(oshi);
                assertThat(observed.growth(MetricId.PROCESS_THREADS)).isEqualTo(20);
                // Both are cut to ticks of 10 ms.
                long ticks = 20_000_000;
                for (var metric :
                        new MetricId[] {
                            MetricId.PROCESS_CPU,
                            MetricId.PROCESS_CPU_USER,
                            MetricId.PROCESS_CPU_SYSTEM
                        }) {
                    var points = expected.points(metric).reversed();
                    assertThat(observed.last(metric))
                            .as(metric.label())
                            .isBetween(
                                    (long) points.get(1).value() - ticks,
                                    (long) points.get(0).value() + ticks);
                }
                assertThat(observed.last(MetricId.PROCESS_RSS))
                        .isCloseTo(expected.last(MetricId.PROCESS_RSS), Offset.offset(10L << 20));
                assertThat(observed.growth(MetricId.MACHINE_CPU_BUSY)).isPositive();
                assertThat(observed.last(MetricId.MACHINE_PROCESSORS)).isPositive();
            }
        }
    }

    @Test
    void unsupported_metrics_are_unavailable_and_not_zero() {
        try (var process = ScriptableProcess.start();
                var session =
                        new OshiObserver()
                                .start(new ObservedProcess(process.pid(), Path.of(".")))) {
            var observed = SessionObservations.of(session);

            assertThat(observed.unavailable())
                    .extracting(m -> m.subject())
                    .containsExactlyInAnyOrder(
                            MetricId.PROCESS_RSS_PEAK.label(),
                            MetricId.PROCESS_SWITCHES_VOLUNTARY.label(),
                            MetricId.PROCESS_SWITCHES_INVOLUNTARY.label(),
                            MetricId.MACHINE_CPU_STEAL.label());
            assertThat(observed.has(MetricId.MACHINE_CPU_STEAL)).isFalse();
        }
    }

    @Test
    void the_series_end_with_the_process() {
        try (var process = ScriptableProcess.start();
                var session =
                        new OshiObserver()
                                .start(new ObservedProcess(process.pid(), Path.of(".")))) {
            process.exit();
            session.sample();

            var observed = SessionObservations.of(session);
            assertThat(observed.points(MetricId.PROCESS_CPU)).hasSize(1);
            assertThat(observed.unavailable()).extracting(m -> m.subject()).contains("process");
        }
    }
}

package dev.loombench.observe.proc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.observe.ObservedProcess;
import dev.loombench.observe.Seen;
import dev.loombench.observe.SubjectProcess;
import dev.loombench.result.MetricId;
import java.nio.file.Path;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// OSHI serves where there is no `/proc`; here its figures are held against those of `/proc`.
@Timeout(60)
class OshiObserverIT {

    @Test
    void it_sees_what_proc_sees() {
        try (var subject = SubjectProcess.start()) {
            var target = new ObservedProcess(subject.pid(), Path.of("."));
            try (var proc = new ProcObserver().watch(target);
                    var oshi = new OshiObserver().watch(target)) {
                // OSHI remembers the machine's counters for 300 ms: the last look must come later.
                subject.tell("burn-ms", 400);
                subject.tell("threads", 20);
                subject.tell("heap-mib", 50);
                proc.sample();
                oshi.sample();
                proc.sample();

                var expected = Seen.by(proc);
                var seen = Seen.by(oshi);
                assertThat(seen.growth(MetricId.PROCESS_THREADS)).isEqualTo(20);
                // Both cut to ticks of 10 ms.
                long ticks = 20_000_000;
                for (var figure :
                        new MetricId[] {
                            MetricId.PROCESS_CPU,
                            MetricId.PROCESS_CPU_USER,
                            MetricId.PROCESS_CPU_SYSTEM
                        }) {
                    var points = expected.points(figure).reversed();
                    assertThat(seen.last(figure))
                            .as(figure.label())
                            .isBetween(
                                    (long) points.get(1).value() - ticks,
                                    (long) points.get(0).value() + ticks);
                }
                assertThat(seen.last(MetricId.PROCESS_RSS))
                        .isCloseTo(expected.last(MetricId.PROCESS_RSS), Offset.offset(10L << 20));
                assertThat(seen.growth(MetricId.MACHINE_CPU_BUSY)).isPositive();
            }
        }
    }

    @Test
    void what_it_cannot_tell_is_said_and_not_zero() {
        try (var subject = SubjectProcess.start();
                var watch =
                        new OshiObserver()
                                .watch(new ObservedProcess(subject.pid(), Path.of(".")))) {
            var seen = Seen.by(watch);

            assertThat(seen.missing())
                    .extracting(m -> m.subject())
                    .containsExactlyInAnyOrder(
                            MetricId.PROCESS_RSS_PEAK.label(),
                            MetricId.PROCESS_SWITCHES_VOLUNTARY.label(),
                            MetricId.PROCESS_SWITCHES_INVOLUNTARY.label(),
                            MetricId.MACHINE_CPU_STEAL.label());
            assertThat(seen.has(MetricId.MACHINE_CPU_STEAL)).isFalse();
        }
    }

    @Test
    void the_series_end_with_the_process() {
        try (var subject = SubjectProcess.start();
                var watch =
                        new OshiObserver()
                                .watch(new ObservedProcess(subject.pid(), Path.of(".")))) {
            subject.exit();
            watch.sample();

            var seen = Seen.by(watch);
            assertThat(seen.points(MetricId.PROCESS_CPU)).hasSize(1);
            assertThat(seen.missing()).extracting(m -> m.subject()).contains("process");
        }
    }
}
